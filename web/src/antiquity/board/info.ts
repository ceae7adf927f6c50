// A board: which places of a world are on the table and in play, and what touches what.

export interface PlaceInfo {
  id: number;
  key: string;
  name: string;
  sea: boolean;
  onTable: boolean;
  inPlay: boolean;
  limit: number;
  site: string;
  region: string;
  plain: string;
  volcano: string;
  coastal: boolean;
  startOf: string;
  land: number[];
  /** One step of a ship from here: areas out of play and open seas included. */
  sailing: number[];
  water: number[];
}

export interface BoardInfo {
  key: string;
  world: string;
  view: string;
  places: PlaceInfo[];
}
