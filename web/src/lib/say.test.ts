import { expect, test } from 'vitest';
import { event, fill, human, optionName, question, refusal, say, useNames } from './say';

useNames({
  seat: (seat) => ['Rome', 'Hellas'][seat] ?? 'Barbarians',
  area: (area) => `Area${area}`,
  card: (card) => `Card${card}`,
  advance: (advance) => `Advance${advance}`,
  civ: (civ) => `Civ${civ}`,
  kind: (kind) => `Kind${kind}`,
  key: (key) => ({ famine: 'Famine' })[key],
});

test('arguments are put into words by their names', () => {
  expect(event({ event: 'city_built', seat: 1, area: 7, treasury: 0 })).toBe(
    'Hellas builds a city in Area7.',
  );
  expect(
    event({
      event: 'cards_discarded',
      seat: 0,
      cards: [
        [4, 2],
        [6, 1],
      ],
      reason: 'x',
    }),
  ).toBe('Rome discards 2 Card4 and Card6.');
  expect(event({ event: 'damage_taken', seat: 0, points: 5, tokens: [], cities: [], reason: 'famine' })).toBe(
    'Rome loses 5 unit points: Famine.',
  );
});

test('counting', () => {
  expect(fill('{n:token|tokens}', { n: 1 })).toBe('1 token');
  expect(fill('{n:token|tokens}', { n: 3 })).toBe('3 tokens');
});

test('a question says how many, of whom, and what becomes of it', () => {
  expect(question('theocracy', { calamity: 'iconoclasm_and_heresy', cards: 2 })).toContain('2 cards');
  expect(question('treachery', { victim: 1, annex: true })).toContain('Hellas falls to you');
  expect(question('treachery', { victim: 1, annex: false })).toContain('Hellas is destroyed');
});

test('what has no words is made readable, never blank', () => {
  expect(event({ event: 'moon_eclipsed', seat: 0, depth: 3 })).toBe('Moon eclipsed: Rome, depth 3');
  expect(say('refusal.not_on_sundays', { area: 3 })).toBe('Not on sundays: Area3');
  expect(question('sing_a_song', {})).toBe('Sing a song');
  expect(refusal({ rule: 'x', key: 'over_cap', args: { cap: 2 } })).toBe('At most 2 there.');
  expect(optionName('whatever', 'go_home', {})).toBe('Go home');
  expect(human('no_city_left')).toBe('no city left');
});
