// What the family knows of a table: its catalogue, its board, its drawing, and the pieces on it.

import { api } from '../lib/api';
import { list, t } from '../lib/say';
import type * as Wire from '../lib/wire.gen';
import type { Civilization, RealmView, TableView } from '../lib/wire.gen';
import type { TableModel } from '../table/model.svelte';
import { readDrawing, type Drawing, type RawDrawing } from './board/drawing';
import type { BoardInfo, PlaceInfo } from './board/info';
import { Pieces } from './board/pieces.svelte';
import { arms, NEUTRAL, type Arms } from './civs';

// The server always sends every field of the catalogue.
export type AdvanceInfo = Required<Wire.AdvanceInfo>;
export type KindInfo = Required<Wire.KindInfo>;
export type Catalogue = Omit<Wire.Catalogue, 'advances' | 'kinds'> & {
  advances: AdvanceInfo[];
  kinds: KindInfo[];
};
export type Realm = RealmView;
export type Table = TableView;

interface BoardFile {
  board: BoardInfo;
  drawing: RawDrawing;
  relief: { day: string; night: string };
}

/** A bit of a number that may have more than 32 of them. */
export function bit(mask: number, n: number): boolean {
  return Math.floor(mask / 2 ** n) % 2 === 1;
}

export function sum(numbers: Record<string, number>): number {
  let total = 0;
  for (const key in numbers) total += numbers[key]!;
  return total;
}

/** n equal cards of a kind: n x n x face value. */
export function setValue(face: number, count: number): number {
  return face * count * count;
}

export class Antiquity {
  board = $state.raw<BoardInfo | null>(null);
  drawing = $state.raw<Drawing | null>(null);
  pieces = $state.raw<Pieces | null>(null);
  relief = $state.raw({ day: '', night: '' });
  failed = $state(false);
  #loading = '';
  readonly #advances = new Map<number, AdvanceInfo>();
  readonly #advanceKeys = new Map<string, AdvanceInfo>();
  readonly #civs = new Map<number, Civilization>();
  #places = $state.raw<PlaceInfo[]>([]);

  constructor(
    readonly model: TableModel,
    readonly catalogue: Catalogue,
  ) {
    for (const info of catalogue.advances) {
      this.#advances.set(info.advance, info);
      this.#advanceKeys.set(info.key, info);
    }
    for (const civ of catalogue.civilizations) this.#civs.set(civ.number, civ);
  }

  get table(): Table | null {
    return (this.model.view?.table as Table | undefined) ?? null;
  }

  get me(): Realm | null {
    const seat = this.model.seat;
    return seat === null ? null : (this.table?.realms[seat] ?? null);
  }

  async load(key: string): Promise<void> {
    if (this.#loading === key) return;
    this.#loading = key;
    try {
      const file = await api.patiently<BoardFile>(`api/boards/${key}`);
      this.#places = file.board.places;
      const drawing = readDrawing(file.drawing);
      this.pieces = new Pieces(
        file.board.places.flatMap((place) => {
          const shape = drawing.shapes.get(place.key);
          return shape && place.onTable ? [[place.id, shape] as const] : [];
        }),
      );
      this.relief = file.relief;
      this.drawing = drawing;
      this.board = file.board;
    } catch {
      this.failed = true;
    }
  }

  place(area: number): PlaceInfo | undefined {
    return this.#places[area];
  }

  areaName(area: number): string {
    return this.#places[area]?.name ?? t('what.area', { n: area });
  }

  civ(number: number): Civilization | undefined {
    return this.#civs.get(number);
  }

  civOf(seat: number): Civilization | undefined {
    return this.#civs.get(this.table?.realms[seat]?.civ ?? 0);
  }

  seatName(seat: number): string {
    if (seat < 0) return t('who.neutral');
    return (
      this.civOf(seat)?.name ?? this.model.info?.seats[seat]?.person?.name ?? t('who.seat', { n: seat + 1 })
    );
  }

  /** Whose pieces these are: of those of nobody the cities are pirates'. */
  ownerName({ owner, city }: { owner: number; city: boolean }): string {
    return owner < 0 && city ? t('who.pirates') : this.seatName(owner);
  }

  armsOf = (owner: number): Arms => {
    if (owner < 0) return NEUTRAL;
    const civ = this.civOf(owner);
    return civ ? arms(civ.key, civ.number) : arms('?', owner);
  };

  advance(which: number | string): AdvanceInfo | undefined {
    return typeof which === 'number' ? this.#advances.get(which) : this.#advanceKeys.get(which);
  }

  advanceName(which: number | string): string {
    return this.advance(which)?.name ?? t('what.advance', { n: which });
  }

  holds(realm: Realm, key: string): boolean {
    const info = this.#advanceKeys.get(key);
    return info !== undefined && bit(realm.advances, info.advance);
  }

  held(realm: Realm): AdvanceInfo[] {
    return this.catalogue.advances.filter((info) => bit(realm.advances, info.advance));
  }

  /** The name of a thing that goes by a word. */
  word(key: string): string | undefined {
    return (
      this.#advanceKeys.get(key)?.name ??
      this.catalogue.kinds.find((kind) => kind.key === key)?.name ??
      this.catalogue.civilizations.find((civ) => civ.key === key)?.name
    );
  }

  kindOf(card: number): KindInfo | undefined {
    return this.catalogue.kinds[card >> 1];
  }

  cardName(card: number): string {
    return this.kindOf(card)?.name ?? t('what.card', { n: card });
  }

  face(kind: KindInfo): number {
    return kind.sort === 'commodity' ? kind.stack : 0;
  }

  /** The hand by kind (both halves of the deck together), dearest sets first. */
  sets(
    hand: Record<string, number>,
  ): { kind: KindInfo; count: number; cards: [number, number][]; value: number; more: number }[] {
    const by = new Map<number, { count: number; cards: [number, number][] }>();
    for (const key in hand) {
      const card = Number(key);
      const there = by.get(card >> 1) ?? { count: 0, cards: [] };
      there.count += hand[key]!;
      there.cards.push([card, hand[key]!]);
      by.set(card >> 1, there);
    }
    return [...by]
      .map(([n, { count, cards }]) => {
        const kind = this.catalogue.kinds[n]!;
        const face = this.face(kind);
        const value = setValue(face, count);
        const more =
          kind.sort === 'commodity' && count < kind.set_size ? setValue(face, count + 1) - value : 0;
        return { kind, count, cards, value, more };
      })
      .sort(
        (a, b) =>
          Number(a.kind.sort !== 'commodity') - Number(b.kind.sort !== 'commodity') ||
          b.kind.stack - a.kind.stack ||
          a.kind.kind - b.kind.kind,
      );
  }

  handValue(hand: Record<string, number>): number {
    return this.sets(hand).reduce((total, set) => total + set.value, 0);
  }

  /** As they stand; when the game is over, as they were counted. */
  points(realm: Realm): number {
    const counted = this.model.view?.result?.find((place) => place.seat === realm.seat);
    if (counted) return counted.points;
    return (
      Object.keys(realm.cities).length +
      this.held(realm).reduce((total, info) => total + info.points, 0) +
      5 * realm.space
    );
  }

  track(realm: Realm): number[] {
    const civ = this.#civs.get(realm.civ);
    return civ ? (this.table?.expert ? civ.expert : civ.basic) : [];
  }

  /** For whom a realm may hold so many: Agriculture adds one where it is alone. */
  limitFor(area: number, realm: Realm): number {
    const place = this.#places[area];
    if (!place || !this.table) return 0;
    const others =
      this.table.realms.some(
        (other) => other.seat !== realm.seat && (area in other.tokens || area in other.cities),
      ) ||
      area in this.table.barbarians ||
      area in this.table.pirates;
    return place.limit + (place.limit <= 2 && !others && this.holds(realm, 'agriculture') ? 1 : 0);
  }

  whoIn(area: number): { owner: number; tokens: number; city: boolean; ships: number }[] {
    const table = this.table;
    if (!table) return [];
    const out = table.realms.map((realm) => ({
      owner: realm.seat,
      tokens: realm.tokens[area] ?? 0,
      city: area in realm.cities,
      ships: realm.ships[area] ?? 0,
    }));
    out.push({ owner: -1, tokens: table.barbarians[area] ?? 0, city: area in table.pirates, ships: 0 });
    return out.filter((each) => each.tokens || each.city || each.ships);
  }

  describeArea(area: number): string {
    const place = this.#places[area];
    if (!place) return '';
    const who = this.whoIn(area).map((each) => {
      const what = [
        each.city ? t('piece.city') : '',
        each.tokens ? t('piece.tokens', { n: each.tokens }) : '',
        each.ships ? t('piece.ships', { n: each.ships }) : '',
      ].filter(Boolean);
      return `${this.ownerName(each)}: ${list(what)}`;
    });
    const limit = place.sea
      ? t('area.sea')
      : place.inPlay
        ? t('area.limit', { n: place.limit })
        : t('area.out');
    const land =
      place.sea || !place.inPlay
        ? []
        : [
            place.site === 'black'
              ? t('area.site_black')
              : place.site === 'white'
                ? t('area.site_white')
                : '',
            place.plain && place.site !== 'white' ? t('area.plain') : '',
            place.volcano ? t('area.volcano') : '',
          ].filter(Boolean);
    return [place.name, limit, ...land, ...who].join('. ');
  }
}

const games = new WeakMap<TableModel, Antiquity>();

export function gameOf(model: TableModel): Antiquity {
  let game = games.get(model);
  if (!game) {
    game = new Antiquity(model, model.detail!.catalogue as Catalogue);
    games.set(model, game);
  }
  return game;
}
