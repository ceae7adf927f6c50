// The plain shell: a table of a family that has no drawing of its own. All can be seen and answered, in words.

import { nameless, t } from '../lib/say';
import type { Family, TableModel } from '../table/model.svelte';
import Emblem from './Emblem.svelte';
import End from './End.svelte';
import Table from './Table.svelte';

export const plain: Family = {
  names: (model: TableModel) => ({
    ...nameless,
    seat: (seat) => model.info?.seats[seat]?.person?.name ?? nameless.seat(seat),
  }),
  phases: () => [],
  turn: () => 0,
  emblem: Emblem,
  map: Table,
  panels: [],
  sheets: [
    { key: 'end', title: t('sheet.end'), component: End, when: (model) => model.view?.ended ?? false },
  ],
  kinds: {},
  shapes: {},
  isPlace: () => false,
  sheetFor: () => null,
  places: () => [],
  end: End,
};
