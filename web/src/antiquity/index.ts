// The family of the four games on one trunk: what it adds to the table.

import { has, say, t } from '../lib/say';
import type { Catalogue, Described, Line, TableView, View } from '../lib/wire.gen';
import type { Family, TableModel } from '../table/model.svelte';
import Construction from './Construction.svelte';
import Emblem from './Emblem.svelte';
import End from './End.svelte';
import { gameOf } from './game.svelte';
import Lesson from './Lesson.svelte';
import MapStage from './MapStage.svelte';
import Market from './market/Market.svelte';
import Movement from './movement/Movement.svelte';
import Players from './Players.svelte';
import { sortOf } from './sorts';
import { choose } from './trade/trading';
import Summary from './Summary.svelte';
import Tracks from './Tracks.svelte';
import Trade from './trade/Trade.svelte';

const PLACES = new Set([
  'area',
  'areas',
  'start',
  'end',
  'from',
  'to',
  'city',
  'cities',
  'places',
  'place',
  'target',
  'sea',
  'at',
  'via',
  'origin',
  'destination',
]);

export const antiquity: Family = {
  names(model: TableModel) {
    const game = gameOf(model);
    return {
      seat: (seat) => game.seatName(seat),
      area: (area) => game.areaName(area),
      card: (card) => game.cardName(card),
      advance: (advance) => game.advanceName(advance),
      civ: (civ) => game.civ(civ)?.name ?? t('what.civ', { n: civ }),
      kind: (kind) => game.catalogue.kinds[kind]?.name ?? t('what.card', { n: kind }),
      key: (key) => game.word(key),
      option: (option, kind) => {
        if (typeof option === 'string') {
          const wonder = /^wonder_(\d)$/.exec(option);
          if (wonder) return t('option.buy_card.wonder', { n: Number(wonder[1]) });
          return has(`option.${kind}.${option}`) || has(`option.${option}`) ? undefined : game.word(option);
        }
        if (kind === 'buy_card') {
          const prices = (model.decision?.about['prices'] ?? {}) as Record<string, number>;
          return t('option.buy_card.stack', { n: option, price: prices[option] ?? 0 });
        }
        if (kind === 'tax_rate') return t('option.tax_rate', { n: option });
        switch (sortOf(kind)) {
          case 'area':
            return option < 0 ? t('option.city', { area: ~option }) : game.areaName(option);
          case 'seat':
            return game.seatName(option);
          case 'card':
            return game.cardName(option);
          case 'kind':
            return game.catalogue.kinds[option]?.name;
          case 'civ':
            return game.civ(option)?.name;
          case 'advance':
            return game.advanceName(option);
          case 'number':
            return undefined;
        }
      },
    };
  },

  phases(detail) {
    const { steps } = detail.catalogue as Catalogue;
    const numbers = [
      ...new Set([...Array.from({ length: Math.max(...steps.map((step) => step.phase)) }, (_, n) => n + 1)]),
    ];
    return numbers.map((n) => ({
      key: String(n),
      name: say(`phase.${n}`),
      steps: steps.filter((step) => step.phase === n).map((step) => step.name),
    }));
  },

  turn: (view: View) => (view.table as TableView).turn,
  begins: (line: Line) => {
    const told = line.event as { event: string; turn?: number };
    return told.event === 'turn_began' ? told.turn : undefined;
  },
  emblem: Emblem,
  map: MapStage,
  note: Lesson,
  hint(model: TableModel, decision: Described) {
    const key = `hint.${decision.kind}`;
    if (!has(key)) return null;
    return { text: say(key), learn: decision.kind === 'civilization' && !gameOf(model).table?.lesson };
  },
  panels: [{ key: 'players', title: t('tab.players'), component: Players }],
  sheets: [
    { key: 'trade', title: t('sheet.trade'), component: Trade },
    { key: 'advances', title: t('sheet.advances'), component: Market },
    { key: 'ast', title: t('sheet.ast'), component: Tracks },
    { key: 'summary', title: t('sheet.summary'), component: Summary },
    { key: 'end', title: t('sheet.end'), component: End, when: (model) => model.view?.ended ?? false },
  ],
  kinds: { movement: Movement },
  shapes: { orders: Construction },
  isPlace: (_model: TableModel, decision: Described) => sortOf(decision.kind) === 'area',
  pointsTo(model: TableModel, decision: Described, option: string | number) {
    if (typeof option !== 'number' || sortOf(decision.kind) !== 'civ') return [];
    const game = gameOf(model);
    const key = game.civ(option)?.key;
    return game.board?.places.filter((place) => place.startOf === key).map((place) => place.id) ?? [];
  },
  suggests(model: TableModel, decision: Described) {
    if (decision.kind !== 'hand_limit') return null;
    const { places, least } = decision.body as unknown as { places: [number, number][]; least: number };
    const cards = choose(gameOf(model).catalogue.kinds, Object.fromEntries(places), least, []);
    return cards && Object.entries(cards).map(([card, n]) => [Number(card), n]);
  },
  sheetFor: (decision: Described) => {
    const shape = (decision.body as { shape: string }).shape;
    return shape === 'deal' ? 'trade' : decision.kind === 'advances' ? 'advances' : null;
  },
  places(line: Line) {
    return Object.entries(line.event as Record<string, unknown>).flatMap(([key, value]) =>
      !PLACES.has(key)
        ? []
        : typeof value === 'number'
          ? [value]
          : Array.isArray(value)
            ? value.filter((each): each is number => typeof each === 'number')
            : [],
    );
  },
  end: End,
};
