// Made by tools/wire.py and web/types.mjs from the Structs of the server. Do not edit.

export type ClientFrame =
  SendAnswer | SendUndo | SendRedo | SendWait | SendCall | SendChat | SendSeen | SendResync | SendPing;
export type Deed = SendAnswer | SendUndo | SendRedo | SendWait | SendCall;
export type ServerFrame =
  SyncFrame | DeltaFrame | TableFrame | ChatFrame | DoneFrame | RefusedFrame | PongFrame | ByeFrame;

/**
 * Something the table decides together. `seat` for replace, `to` (a place in the line of play) for rewind.
 */
export interface Ballot {
  id: number;
  kind: 'abandon' | 'pause' | 'replace' | 'resume' | 'rewind';
  by: number;
  seat: number | null;
  to: number | null;
  bot: string | null;
  yes: number[];
  no: number[];
  needed: number;
}
export interface BeGuest {
  name: string;
}
export interface BotInfo {
  key: string;
  name: string;
}
/**
 * The last frame before the server closes; `again`: connect again at once, else there is no use.
 */
export interface ByeFrame {
  t: 'bye';
  why: 'closing' | 'gone' | 'malformed' | 'not_allowed' | 'signed_out' | 'slow' | 'too_fast';
  again: boolean;
}
/**
 * Only what is given is changed. An empty webhook or mail takes it away.
 */
export interface ChangeMe {
  name?: string | null;
  password?: string | null;
  mail?: string | '' | null;
  webhook?: string | '' | null;
  notices?: ('ballot' | 'deadline' | 'ended' | 'message' | 'started' | 'your_turn')[] | null;
}
/**
 * By the host; everything but name, bot_delay, visibility and watching only before the start.
 */
export interface ChangeTable {
  name?: string | null;
  options?: {
    [k: string]: unknown;
  } | null;
  seats?: number | null;
  pace?: Pace | null;
  visibility?: ('listed' | 'private') | null;
  watching?: ('delayed' | 'live' | 'none') | null;
  delay?: number | null;
  autostart?: boolean | null;
  bot_delay?: number | null;
}
/**
 * How long a seat may think, in seconds.
 *
 *     `free`: no clock. `live` and `mail`: each decision has `each` seconds (the trade floor `floor`), then the seat's
 *     `bank` runs; when that is empty too, the decision's default is answered. `credit` is added to the bank at each new
 *     turn, up to `cap`. With `window` (minutes of the day in `zone`) the clocks stand still outside of it.
 */
export interface Pace {
  kind?: 'free' | 'live' | 'mail';
  each?: number;
  floor?: number;
  bank?: number;
  credit?: number;
  cap?: number;
  window?: [number, number] | null;
  zone?: string;
}
export interface ChatFrame {
  t: 'chat';
  message: Message;
}
/**
 * `to` empty: said to the whole table, watchers included.
 */
export interface Message {
  n: number;
  at: number;
  by: Person;
  seat: number | null;
  to: number[];
  text: string;
}
export interface Person {
  id: string;
  name: string;
  guest: boolean;
}
export interface ChooseBody {
  shape: 'choose';
  options: (number | string)[];
}
export interface Chosen {
  shape: 'choose';
  option: number | string;
}
/**
 * `decision` is the id of the decision that is answered, `version` that of the view it was seen in.
 */
export interface SendAnswer {
  t: 'answer';
  key: string;
  version: number;
  decision: number;
  answer: unknown;
}
export interface SendUndo {
  t: 'undo';
  key: string;
  version: number;
}
export interface SendRedo {
  t: 'redo';
  key: string;
  version: number;
}
/**
 * Insist on waiting for those before me in the order.
 */
export interface SendWait {
  t: 'wait';
  key: string;
  version: number;
}
/**
 * Something outside the decisions that the title allows (leave the game).
 */
export interface SendCall {
  t: 'call';
  key: string;
  action: string;
}
export interface SendChat {
  t: 'say';
  key: string;
  text: string;
  to?: number[];
}
/**
 * The person has looked at the table as of this version (what is new since then is marked when he comes back).
 */
export interface SendSeen {
  t: 'seen';
  version: number;
}
/**
 * Send everything again.
 */
export interface SendResync {
  t: 'resync';
}
export interface SendPing {
  t: 'ping';
}
/**
 * `deadline` (None: not running) is when the bank, too, will be empty; `soft` when the bank begins to run.
 */
export interface Clock {
  seat: number;
  bank: number;
  soft: number | null;
  deadline: number | null;
}
/**
 * From the view of version `since` to that of `version`. Does not fit: ask for `resync`.
 *
 *     First `gone`: take the key at each path away, or cut the list off there. Then `changes`: set each value; a place
 *     one past the end of a list appends. If `cut` is not None, throw away log lines with `at` > `cut`; append `log`.
 */
export interface DeltaFrame {
  t: 'delta';
  since: number;
  version: number;
  gone: (string | number)[][];
  changes: [(string | number)[], unknown][];
  cut: number | null;
  log: Line[];
}
/**
 * One entry of the log. `at`: after how many answers of the line of play; `private`: not told to everybody.
 */
export interface Line {
  at: number;
  step: string;
  event: unknown;
  private: boolean;
}
/**
 * A decision as its seat sees it.
 */
export interface Described {
  id: number;
  seat: number;
  kind: string;
  rule: string;
  about: {
    [k: string]: unknown;
  };
  body: unknown;
  default: unknown;
  secret: boolean;
  ahead: boolean;
  waitable?: boolean;
  waiting?: boolean;
}
/**
 * It is committed; `version` is the table's version (for chat: the message's number) that contains it.
 */
export interface DoneFrame {
  t: 'done';
  key: string;
  version: number;
}
/**
 * What this server can do.
 */
export interface House {
  version: string;
  mail: boolean;
  push: string;
  accounts: boolean;
  now: number;
}
/**
 * `path` holds the secret in its fragment and is told only once, to who made it.
 */
export interface Invite {
  id: string;
  role: 'player' | 'spectator';
  seat: number | null;
  uses: number;
  expires: number;
  path?: string | null;
}
/**
 * `mine`: those that need me first, then the latest; `open`: with a free seat; `watch`: to look on.
 */
export interface Lobby {
  mine: Summary[];
  open: Summary[];
  watch: Summary[];
}
/**
 * One row of the lobby.
 */
export interface Summary {
  id: string;
  title: string;
  name: string;
  status: 'broken' | 'ended' | 'open' | 'paused' | 'running';
  pace: Pace;
  seats: number;
  people: Person[];
  bots: number;
  free: number;
  host: Person;
  you: 'host' | 'none' | 'player' | 'spectator';
  seat: number | null;
  needs_me: boolean;
  deadline: number | null;
  step: string;
  version: number;
  unseen: number;
  updated: number;
}
/**
 * Complete for `first` <= at < `before`. `first` = 0: there is nothing earlier.
 */
export interface LogPage {
  first: number;
  before: number;
  lines: Line[];
}
export interface Login {
  name: string;
  password: string;
}
export interface MailLogin {
  mail: string;
}
export interface Me {
  id: string;
  name: string;
  guest: boolean;
  mail: string;
  webhook: string;
  notices: ('ballot' | 'deadline' | 'ended' | 'message' | 'started' | 'your_turn')[];
  failing: string[];
}
/**
 * The place of a bookmark on the timeline: the step began after `at` answers.
 */
export interface Moment {
  at: number;
  step: string;
  when: number;
}
export interface NewInvite {
  role?: 'player' | 'spectator';
  seat?: number | null;
  uses?: number;
  days?: number;
}
/**
 * `at` None: from now.
 */
export interface NewSandbox {
  at?: number | null;
}
export interface NewTable {
  title: string;
  seats: number;
  name?: string;
  options?: {
    [k: string]: unknown;
  };
  pace?: Pace;
  visibility?: 'listed' | 'private';
  watching?: 'delayed' | 'live' | 'none';
  delay?: number;
  autostart?: boolean;
  bots?: (string | null)[];
  sit?: boolean;
  bot_delay?: number;
}
export interface Notes {
  text: string;
}
/**
 * Who is asked; what about, unless that is secret.
 */
export interface Pending {
  seat: number;
  kind: string;
  rule: string;
  waiting: boolean;
}
export interface PickBody {
  shape: 'pick';
  options: (number | string)[];
  least: number;
  most: number;
}
export interface Picked {
  shape: 'pick';
  options: (number | string)[];
}
/**
 * A seat's final place (1 = first; equal places are shared), its points and how they came about.
 */
export interface Place {
  seat: number;
  place: number;
  points: number;
  parts?: {
    [k: string]: number;
  };
}
export interface Placed {
  shape: 'spread';
  units: [number | string, number][];
}
/**
 * Answer this as soon as a decision of this kind is asked (once, or always); dropped if it does not fit then.
 */
export interface Plan {
  kind: string;
  answer: unknown;
  always?: boolean;
}
export interface Plans {
  plans: Plan[];
}
export interface PongFrame {
  t: 'pong';
  now: number;
}
/**
 * The body of every HTTP error. `reason` when a rule (of the game or of the table) says no.
 */
export interface Problem {
  status: number;
  error: string;
  detail?: string;
  reason?: Reason | null;
}
/**
 * A refusal as data: which rule says so, what is wrong (a key of the client's catalogue), with what.
 */
export interface Reason {
  rule: string;
  key: string;
  args?: {
    [k: string]: unknown;
  };
}
export interface Propose {
  kind: 'abandon' | 'pause' | 'replace' | 'resume' | 'rewind';
  seat?: number | null;
  to?: number | null;
  bot?: string | null;
}
export interface PushKeys {
  p256dh: string;
  auth: string;
}
/**
 * As the browser gives it (`PushSubscription.toJSON()` without `expirationTime`).
 */
export interface PushSubscription {
  endpoint: string;
  keys: PushKeys;
}
/**
 * A one-time secret from a URL's fragment, exchanged for what it gives.
 */
export interface Redeem {
  token: string;
}
export interface Redeemed {
  table: string;
  role: 'host' | 'none' | 'player' | 'spectator';
  seat: number | null;
}
/**
 * Nothing has changed. `stale`: the view was old; the newer one is on its way, ask the person again.
 */
export interface RefusedFrame {
  t: 'refused';
  key: string;
  reason: Reason;
  stale: boolean;
}
/**
 * A guest keeps his seats when he becomes an account.
 */
export interface Register {
  name: string;
  password: string;
  mail?: string | null;
}
export interface RuleText {
  id: string;
  gist: string;
}
/**
 * A private copy to try things in. What its maker may not know is made up; he plays all the seats.
 */
export interface Sandbox {
  id: string;
  table: string;
  asked: number[];
  seat: number;
  view: View;
  lines: Line[];
}
/**
 * A game as one viewer may know it.
 */
export interface View {
  version: number;
  step: string;
  table: unknown;
  pending: Pending[];
  decision: Described | null;
  undo: boolean;
  redo: boolean;
  ended: boolean;
  result: Place[];
  commitment: string;
}
export interface Say {
  key: string;
  text: string;
  to?: number[];
}
/**
 * `person` owns the seat. `bot` plays it now (in the owner's place when `away`).
 */
export interface SeatInfo {
  seat: number;
  person: Person | null;
  bot: string | null;
  away: boolean;
  online: boolean;
}
/**
 * Everything: first frame of a socket, and whenever a delta would not do. `log` is the latest part of the log.
 */
export interface SyncFrame {
  t: 'sync';
  version: number;
  seen: number;
  now: number;
  table: TableInfo;
  view: View | null;
  log: Line[];
  log_from: number;
  chat: Message[];
}
export interface TableInfo {
  id: string;
  title: string;
  title_version: number;
  name: string;
  options: unknown;
  seats: SeatInfo[];
  pace: Pace;
  status: 'broken' | 'ended' | 'open' | 'paused' | 'running';
  visibility: 'listed' | 'private';
  watching: 'delayed' | 'live' | 'none';
  delay: number;
  autostart: boolean;
  bot_delay: number;
  host: Person;
  you: You;
  version: number;
  commitment: string;
  seed: string | null;
  clocks: Clock[];
  ballots: Ballot[];
  result: Place[];
  watchers: number;
  created: number;
  started: number | null;
  ended: number | null;
  rematch: string | null;
  trouble: string | null;
}
/**
 * What the reader is at this table. `seat` is None for watchers and strangers.
 */
export interface You {
  role: 'host' | 'none' | 'player' | 'spectator';
  seat: number | null;
  may_join: boolean;
  may_watch: boolean;
}
/**
 * Something about the table, not the game: people, presence, clocks, ballots, pace, status.
 */
export interface TableFrame {
  t: 'table';
  now: number;
  table: TableInfo;
}
/**
 * `GET /api/session`. `csrf` goes into the header `x-csrf-token` of everything that is not a GET.
 */
export interface Session {
  me: Me | null;
  csrf: string;
  house: House;
}
/**
 * By the host: put a bot there, empty it (bot None), or, for an absent player, let a bot sit in.
 */
export interface SetSeat {
  bot?: string | null;
}
export interface SpreadBody {
  shape: 'spread';
  places: [number | string, number][];
  least: number;
  most: number;
}
/**
 * `seat` None: the first free one.
 */
export interface TakeSeat {
  seat?: number | null;
}
/**
 * The game as of `at` answers, for the same viewer; `lines` is what that answer made happen.
 */
export interface Then {
  at: number;
  length: number;
  view: View;
  lines: Line[];
}
export interface Timeline {
  length: number;
  moments: Moment[];
}
/**
 * `options`: a JSON Schema. `defaults`: options that go together. `catalogue`: what the title says of itself.
 */
export interface TitleDetail {
  title: TitleInfo;
  options: unknown;
  defaults: unknown;
  catalogue: unknown;
}
export interface TitleInfo {
  key: string;
  name: string;
  family: string;
  version: number;
  seats: number[];
}
export interface Titles {
  titles: TitleInfo[];
  bots: BotInfo[];
}
/**
 * In a sandbox: answer for a seat (`answer` None: its default), or, with `undo`, take back.
 */
export interface Try {
  seat: number;
  answer?: unknown;
  undo?: boolean;
}
export interface Vote {
  yes: boolean;
}
