// Words. Every sentence comes from the one catalogue; what is missing there is made readable, never blank.
//
// In a template `{name}` is an argument, put into words by its name (see `sort`); `{n:token|tokens}` counts.

import { en } from '../strings/en';

export type Plain = keyof typeof en;
export type Args = Readonly<Record<string, unknown>>;

/** How a table's family names its things. */
export interface Names {
  seat: (seat: number) => string;
  area: (area: number) => string;
  card: (card: number) => string;
  advance: (advance: number) => string;
  civ: (civ: number) => string;
  /** A kind of card. */
  kind: (kind: number) => string;
  /** A thing that goes by a word: a calamity, an advance. */
  key: (key: string) => string | undefined;
  /** An option that is neither of these, by the kind of decision. */
  option?: (option: string | number, kind: string) => string | undefined;
}

/** Names for a table whose family has none. */
export const nameless: Names = {
  seat: (seat) => (seat < 0 ? say('who.neutral') : say('who.seat', { n: seat + 1 })),
  area: (area) => say('what.area', { n: area }),
  card: (card) => say('what.card', { n: card }),
  advance: (advance) => say('what.advance', { n: advance }),
  civ: (civ) => say('what.civ', { n: civ }),
  kind: (kind) => say('what.card', { n: kind }),
  key: () => undefined,
};

let names = nameless;

export function useNames(given: Names | null): void {
  names = given ?? nameless;
}

export function currentNames(): Names {
  return names;
}

type Sort = 'seat' | 'area' | 'card' | 'kind' | 'advance' | 'civ' | 'text';

const SORTS: Record<string, Sort> = {
  seat: 'seat',
  by: 'seat',
  victim: 'seat',
  owner: 'seat',
  rival: 'seat',
  attacker: 'seat',
  defender: 'seat',
  giver: 'seat',
  receiver: 'seat',
  who: 'seat',
  beneficiary: 'seat',
  taker: 'seat',
  other: 'seat',
  others: 'seat',
  seats: 'seat',
  order: 'seat',
  victims: 'seat',
  partner: 'seat',
  trader: 'seat',
  chosen: 'seat',
  players: 'seat',
  player: 'seat',
  source: 'seat',
  thief: 'seat',
  target_seat: 'seat',
  maker: 'seat',
  bidder: 'seat',
  winner: 'seat',
  to_seat: 'seat',
  holder: 'seat',
  from_seat: 'seat',
  secondary: 'seat',
  owners: 'seat',
  area: 'area',
  areas: 'area',
  start: 'area',
  end: 'area',
  city: 'area',
  sea: 'area',
  place: 'area',
  target: 'area',
  sources: 'area',
  path: 'area',
  via: 'area',
  came: 'area',
  origin: 'area',
  destination: 'area',
  from: 'area',
  to: 'area',
  near: 'area',
  card: 'card',
  cards: 'card',
  gave: 'card',
  got: 'card',
  calamity: 'card',
  discarded: 'card',
  items: 'card',
  item: 'card',
  names: 'kind',
  claims: 'kind',
  want: 'kind',
  wishes: 'kind',
  answered_names: 'kind',
  answered_claims: 'kind',
  kind: 'kind',
  places: 'area',
  advance: 'advance',
  advances: 'advance',
  bought: 'advance',
  civ: 'civ',
  civilization: 'civ',
};

function sort(name: string): Sort {
  return SORTS[name] ?? 'text';
}

/** Counts by seat, when they come as a list or as a record. */
const BY_SEAT = new Set(['census', 'numbers', 'before', 'left']);
/** Things with how many of each. */
const COUNTED = new Set(['cards', 'given', 'taken', 'tokens', 'cities', 'placed', 'near']);
const OF_AREAS = new Set(['tokens', 'cities', 'placed', 'near']);

export function word(name: string, value: unknown): string {
  if (value === null || value === undefined) return say('what.nothing');
  if (typeof value === 'boolean') return say(value ? 'what.yes' : 'what.no');
  if (BY_SEAT.has(name) && typeof value === 'object') {
    return (
      list(
        Object.entries(value).flatMap(([seat, n]) => (n ? [`${names.seat(Number(seat))} ${String(n)}`] : [])),
      ) || '0'
    );
  }
  if (COUNTED.has(name) && typeof value === 'object') {
    const pairs = Array.isArray(value)
      ? value
      : Object.entries(value).map(([key, n]) => [Number(key), n as number]);
    return (
      list(
        pairs.map((pair: unknown) => {
          const how = OF_AREAS.has(name) ? 'area' : 'card';
          if (!Array.isArray(pair)) return typeof pair === 'number' ? names[how](pair) : String(pair);
          const [thing, n] = pair as [number, number];
          return n === 1 ? names[how](thing) : `${n} ${names[how](thing)}`;
        }),
      ) || say('what.nothing')
    );
  }
  if (Array.isArray(value))
    return value.length ? list(value.map((each) => word(name, each))) : say('what.nothing');
  if (typeof value === 'object') {
    return list(Object.entries(value).map(([key, each]) => `${human(key)} ${word(key, each)}`));
  }
  if (typeof value === 'number') {
    const how = sort(name);
    return how === 'text' ? String(value) : names[how](value);
  }
  const text = String(value);
  const worded = (en as Record<string, string>)[`word.${text}`] ?? names.key(text);
  return worded ?? (/^[a-z0-9]+(_[a-z0-9]+)*$/.test(text) ? human(text) : text);
}

export function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return say('what.list', { first: parts.slice(0, -1).join(', '), last: parts[parts.length - 1] });
}

/** `no_city_left` reads "no city left". */
export function human(key: string): string {
  return key
    .replace(/^[a-z]+\./, '')
    .replace(/[_.]+/g, ' ')
    .trim();
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function fill(template: string, args: Args): string {
  return template.replace(
    /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, one?: string, many?: string) => {
      const value = args[name];
      if (one !== undefined) return `${String(value)} ${Number(value) === 1 ? one : many}`;
      return word(name, value);
    },
  );
}

/** A sentence of the catalogue that must exist. */
export function t(key: Plain, args: Args = {}): string {
  return fill(en[key], args);
}

/** A sentence by a key that comes from outside; falls back to the key in plain words and its arguments. */
export function say(key: string, args: Args = {}): string {
  const template = (en as Record<string, string>)[key];
  if (template !== undefined) return fill(template, args);
  const known = Object.entries(args).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  const tail = known
    .map(([name, value]) =>
      sort(name) === 'text' ? `${human(name)} ${word(name, value)}` : word(name, value),
    )
    .join(', ');
  return capital(human(key)) + (tail ? `: ${tail}` : '');
}

export function has(key: string): boolean {
  return key in en;
}

/** What is asked. Without its details (of others we know only the kind) what would be blank is left out. */
export function question(kind: string, about: Args): string {
  const key = `kind.${kind}`;
  if (kind === 'tribute' && typeof about['to'] === 'number') return say(key, { to: names.seat(about['to']) });
  if (kind === 'treachery' && about['annex'] === false) return say(`${key}.destroyed`, about);
  const template = (en as Record<string, string>)[key];
  if (template && /\{\w/.test(template) && Object.keys(about).length === 0) return capital(human(kind));
  return capital(say(key, about));
}

/** A word for an option of a decision. */
export function optionName(kind: string, option: string | number, about: Args): string {
  const own = names.option?.(option, kind);
  if (own !== undefined) return own;
  const worded =
    (en as Record<string, string>)[`option.${kind}.${option}`] ??
    (en as Record<string, string>)[`option.${option}`];
  if (worded !== undefined) return fill(worded, { ...about, option });
  if (typeof option === 'number') return String(option);
  return capital(word('', option));
}

/** One entry of the log. */
export function event(told: unknown): string {
  const { event: key, ...args } = told as { event: string } & Record<string, unknown>;
  if (key === 'civilization_chosen') args['chair'] = Number(args['seat']) + 1;
  if (key === 'calamity_called') args['calamity'] = args['card'];
  if (key === 'diaspora_moved')
    args['taken'] = (args['taken'] as [number, number][]).map(([area]) => names.area(area)).join(', ');
  if (key === 'moved' && has(`deed.${String(args['what'])}`)) {
    const places = args['places'] as number[];
    return capital(
      say('event.moved', {
        ...args,
        what: say(`deed.${String(args['what'])}`, {
          ...args,
          places: list(places.map((each) => names.area(each))),
          from: places[0],
          to: places[places.length - 1],
        }),
      }),
    );
  }
  if (key === 'lesson_began' && has(`lesson.${String(args['key'])}`))
    return say(`lesson.${String(args['key'])}`);
  return capital(say(`event.${key}${wild(key, args)}`, args));
}

/** Barbarians and pirates are many and have no seat: sentences about them have verbs of their own. */
function wild(key: string, args: Args): string {
  const role = ['attacker', 'by', 'seat', 'defender'].find(
    (each) => Number(args[each] ?? 0) < 0 && has(`event.${key}.${each}`),
  );
  return role ? `.${role}` : '';
}

export function refusal(reason: { rule: string; key: string; args?: Args }): string {
  return say(`refusal.${reason.key}`, reason.args ?? {});
}

export function span(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return t('time.seconds', { n: s });
  if (s < 3600) return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
  if (s < 48 * 3600) return t('time.hours', { n: Math.floor(s / 3600), m: Math.floor((s % 3600) / 60) });
  return t('time.days', { n: Math.floor(s / 86400) });
}

export function ago(millis: number, now: number): string {
  const seconds = (now - millis) / 1000;
  return seconds < 60
    ? t('time.now')
    : t('time.ago', {
        span:
          seconds < 3600
            ? t('time.minutes', { n: Math.floor(seconds / 60) })
            : span(Math.floor(seconds / 60) * 60),
      });
}
