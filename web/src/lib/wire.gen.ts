// Made by tools/wire.py and web/types.mjs from the Structs of the server. Do not edit.

export type ClientFrame =
  SendAnswer | SendUndo | SendRedo | SendWait | SendCall | SendChat | SendSeen | SendResync | SendPing;
export type Deed = SendAnswer | SendUndo | SendRedo | SendWait | SendCall;
/**
 * One ship in this phase: the berths it has been on, the last being where it is, and how many tokens are aboard.
 *
 * @minItems 3
 * @maxItems 3
 */
export type Ship = [number[], boolean, number];
export type ServerFrame =
  SyncFrame | DeltaFrame | TableFrame | ClocksFrame | ChatFrame | DoneFrame | RefusedFrame | PongFrame | ByeFrame;

/**
 * The trade is done: these cards for those of the offer.
 */
export interface Accept {
  act: 'accept';
  offer: number;
  /**
   * @maxItems 99
   */
  give: [number, number][];
  /**
   * @maxItems 99
   */
  names: number[];
  /**
   * @maxItems 99
   */
  claims?: number[];
}
/**
 * One advance as printed (mega.adv.gen.1).
 */
export interface AdvanceInfo {
  advance: number;
  key: string;
  name: string;
  tier: string;
  groups: number[];
  cost: number;
  points: number;
  credits: number[];
  gift_to?: number;
  gift?: number;
  free_credits?: number;
  ability?: boolean;
}
/**
 * Cards and treasury paid are public (mega.hid.15, ruling A-79).
 */
export interface AdvancesBought {
  event: 'advances_bought';
  seat: number;
  advances: string[];
  cards: [number, number][];
  treasury: number;
  gift: string;
  credits: number[];
}
/**
 * The defender lets his own attack be resolved first (mega.4b.order.4).
 */
export interface AttackDelayed {
  event: 'attack_delayed';
  area: number;
  defender: number;
}
/**
 * Fewer attackers than `needed`: the city stands (mega.4b.success.1).
 */
export interface AttackFailed {
  event: 'attack_failed';
  area: number;
  attacker: number;
  defender: number;
  attackers: number;
  needed: number;
}
/**
 * What a failed attack cost (mega.4b.fail.1, mega.4b.fail.2).
 */
export interface AttackersLost {
  event: 'attackers_lost';
  area: number;
  attacker: number;
  tokens: number;
  ships: number;
}
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
/**
 * An area that at most so many more tokens may enter now, and why.
 */
export interface Barred {
  area: number;
  most: number;
  rule: string;
  key: string;
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
 * How many each seat holds, not which (mega.8.1, mega.hid.10).
 */
export interface CalamitiesCounted {
  event: 'calamities_counted';
  numbers: number[];
}
/**
 * A calamity is shown (mega.9b.1); with its beneficiary, if it has one, the last trader comes out
 *     (mega.hid.12).
 */
export interface CalamityCalled {
  event: 'calamity_called';
  seat: number;
  card: number;
  beneficiary?: number;
}
/**
 * Shown, and without effect (mega.8.7).
 */
export interface CalamityDiscarded {
  event: 'calamity_discarded';
  seat: number;
  card: number;
}
/**
 * Stack and price are public, the card is not (mega.hid.6); an empty stack gives water, as everybody knows.
 */
export interface CardBought {
  event: 'card_bought';
  seat: number;
  stack: number;
  price: number;
  water: boolean;
}
/**
 * The attacker drew a card from the defender's hand (mega.4b.3).
 */
export interface CardSeized {
  event: 'card_seized';
  attacker: number;
  defender: number;
}
/**
 * The same with the card, for the two of them (mega.4b.4, mega.hid.13).
 */
export interface CardSeizedFace {
  event: 'card_seized_face';
  attacker: number;
  defender: number;
  card: number;
}
export interface CardsDiscarded {
  event: 'cards_discarded';
  seat: number;
  cards: [number, number][];
  reason: string;
}
/**
 * A player drew from stacks 1 to `cities`; those that were `empty` gave water, as all see (mega.hid.5).
 */
export interface CardsDrawn {
  event: 'cards_drawn';
  seat: number;
  cities: number;
  empty: number[];
}
/**
 * What the seat itself drew (mega.6a.5, mega.6b.9).
 */
export interface CardsSeen {
  event: 'cards_seen';
  seat: number;
  cards: number[];
}
/**
 * What the two parties know: the cards, and what was said of them (mega.hid.8). `giver` had made the offer.
 */
export interface CardsTraded {
  event: 'cards_traded';
  giver: number;
  taker: number;
  given: [number, number][];
  taken: [number, number][];
  names: number[];
  claims: number[];
  answered_names: number[];
  answered_claims: number[];
}
/**
 * Everything that does not change: advances and prices are open to all (mega.setup.8, mega.setup.select.7).
 */
export interface Catalogue {
  groups: string[];
  advances: AdvanceInfo[];
  kinds: KindInfo[];
  decks: {
    [k: string]: Deck;
  };
  civilizations: Civilization[];
  lineups: Lineup[];
  themes: Theme[];
  theme_sets: {
    [k: string]: {
      [k: string]: number;
    };
  };
  first_game: FirstGame;
  terms_basic: {
    [k: string]: number;
  }[];
  terms_expert: {
    [k: string]: number;
  }[];
  stack_prices: StackPrice[];
  openings: {
    [k: string]: string[];
  };
  steps: StepInfo[];
  tokens: number;
  cities: number;
  ships: number;
  city_points: number;
  library: number;
  scenarios: string[];
  short_expert: boolean;
}
/**
 * One kind of trade card (mega.card.1). `sort` is commodity, minor, major or fixed, which means never traded
 *     (mega.card.2). Letters on cards mean nothing beyond the deck that they are in (mega.card.7).
 */
export interface KindInfo {
  kind: number;
  key: string;
  name: string;
  sort: string;
  stack: number;
  set_size?: number;
  layer?: string;
  copies?: number[];
}
/**
 * The trade cards of one block: a column of all cards' copies, and the layer in the middle of each stack.
 */
export interface Deck {
  column: number;
  middle?: string;
}
/**
 * One civilization; `basic` and `expert` say on which space of its track each epoch after the first begins.
 */
export interface Civilization {
  key: string;
  name: string;
  number: number;
  block: string;
  start: string;
  basic: number[];
  expert: number[];
}
/**
 * Who plays with how many, where, and each block with which deck. Two lists of civilizations are two blocks.
 */
export interface Lineup {
  key: string;
  seats: number;
  board: string;
  blocks: string[][];
  decks: string[];
  hand_limit: number;
  start_credits: number;
  minor_calamities: boolean;
}
/**
 * A theme of the short game: four advances, and perhaps a city to destroy.
 */
export interface Theme {
  key: string;
  name: string;
  advances: number[];
  destroys_city: boolean;
}
/**
 * Our introduction: with how many, how long, with how many tokens, and turn by turn what is added (mega.first.2).
 *
 *     `safe_cards` of each stack, at the top, are no calamities.
 */
export interface FirstGame {
  seats: number;
  turns: number;
  tokens: number;
  safe_cards: number;
  lessons: Lesson[];
}
/**
 * What a turn of the First Game adds: steps that were left out until then.
 */
export interface Lesson {
  turn: number;
  key: string;
  adds: string[];
}
/**
 * What a card of a stack costs in phase 6; `advance` is the one that must be held, "" for everybody.
 */
export interface StackPrice {
  stack: number;
  price: number;
  advance: string;
}
/**
 * A step of a turn and the phase that it belongs to; 0: between two turns, or before the first.
 */
export interface StepInfo {
  name: string;
  phase: number;
}
/**
 * Tokens on the board by seat, and the order of movement that follows.
 */
export interface CensusTaken {
  event: 'census_taken';
  census: number[];
  order: number[];
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
  barred?: [number | string, Reason][];
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
export interface Chosen {
  shape: 'choose';
  option: number | string;
}
export interface CitiesPlaced {
  event: 'cities_placed';
  seat: number;
  areas: number[];
}
export interface CityBuilt {
  event: 'city_built';
  seat: number;
  area: number;
  treasury: number;
}
export interface CityDestroyed {
  event: 'city_destroyed';
  seat: number;
  area: number;
  reason: string;
}
export interface CityReduced {
  event: 'city_reduced';
  seat: number;
  area: number;
  tokens: number;
  reason: string;
}
/**
 * A city went over to `by`, or was destroyed (`by` is -1).
 */
export interface CityRevolted {
  event: 'city_revolted';
  seat: number;
  area: number;
  by: number;
}
/**
 * A city fell and `replaced` tokens of its owner took its place (mega.4b.1).
 */
export interface CityTaken {
  event: 'city_taken';
  area: number;
  attacker: number;
  defender: number;
  attackers: number;
  replaced: number;
}
export interface CivilizationChosen {
  event: 'civilization_chosen';
  seat: number;
  civ: number;
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
 * The clocks alone, after an answer at a table that has them: take the place of `table.clocks`.
 */
export interface ClocksFrame {
  t: 'clocks';
  now: number;
  clocks: Clock[];
}
/**
 * Tokens that entered an area caused or enlarged a conflict situation there.
 */
export interface ConflictCaused {
  event: 'conflict_caused';
  seat: number;
  area: number;
}
export interface Construction {
  shape: 'orders';
  order: EcumeneAntiquityBuildingBuild | EcumeneAntiquityBuildingFinish;
}
/**
 * Build in `area`: `treasury` instead of tokens (Architecture), `near` tokens of neighbours (Urbanism), and whether
 *     one token stays beside the city (Public Works); None: if it may (D-26).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ecumene.antiquity.building.Build".
 */
export interface EcumeneAntiquityBuildingBuild {
  order: 'build';
  area: number;
  treasury?: number;
  near?: [number, number][];
  stay?: boolean | null;
}
/**
 * No more cities this turn.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ecumene.antiquity.building.Finish".
 */
export interface EcumeneAntiquityBuildingFinish {
  order: 'finish';
}
export interface ConstructionBody {
  shape: 'orders';
  sites: Site[];
}
/**
 * An area in which the seat could build now: what it costs, and what may replace tokens of the area.
 */
export interface Site {
  area: number;
  price: number;
  own: number;
  treasury: number;
  near: [number, number][];
  stay: boolean;
}
/**
 * Another offer, to the giver of one that was made to oneself.
 */
export interface Counter {
  act: 'counter';
  offer: number;
  terms: Terms;
}
/**
 * What is given for what. How many cards and the `names` are told truly, `claims` may be false (mega.7.4 to .6).
 *
 *     In return `wanted` cards, among them `want` for certain; `wishes` are only said. `keep`: the offer stands on after
 *     other trades of its giver, as long as its cards are in his hand.
 */
export interface Terms {
  /**
   * @maxItems 99
   */
  give: [number, number][];
  /**
   * @maxItems 99
   */
  names: number[];
  wanted: number;
  /**
   * @maxItems 99
   */
  claims?: number[];
  /**
   * @maxItems 99
   */
  want?: number[];
  /**
   * @maxItems 99
   */
  wishes?: number[];
  keep?: boolean;
}
/**
 * `cities`: how many tokens each city's area may hold; `free`: any number up to that, else as many as can
 *     be.
 */
export interface DamageBody {
  shape: 'spread';
  places: [number | string, number][];
  least: number;
  most: number;
  barred?: [number | string, Reason][];
  amount: number;
  stock: number;
  cities: [number, number][];
  free: boolean;
}
/**
 * Tokens that went by area, and cities by area with the tokens that were put in their place.
 */
export interface DamageTaken {
  event: 'damage_taken';
  seat: number;
  points: number;
  tokens: [number, number][];
  cities: [number, number][];
  reason: string;
}
export interface DealAnswer {
  shape: 'deal';
  act: EcumeneAntiquityTradeActsPropose | Counter | Withdraw | Accept | Decline | Done | Resume;
}
/**
 * An offer to some seats; to none in particular: to the whole table. `instead`: an own offer that it replaces.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ecumene.antiquity.trade.acts.Propose".
 */
export interface EcumeneAntiquityTradeActsPropose {
  act: 'offer';
  terms: Terms;
  /**
   * @maxItems 99
   */
  to?: number[];
  instead?: number | null;
}
/**
 * An own offer is taken back.
 */
export interface Withdraw {
  act: 'withdraw';
  offer: number;
}
/**
 * No, thank you: the offer is not open to oneself any more.
 */
export interface Decline {
  act: 'decline';
  offer: number;
}
/**
 * Trading is finished; own offers are withdrawn.
 */
export interface Done {
  act: 'done';
}
/**
 * Not finished after all.
 */
export interface Resume {
  act: 'resume';
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
export interface DiasporaMoved {
  event: 'diaspora_moved';
  seat: number;
  taken: [number, number][];
  placed: [number, number][];
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
 * Tokens board a ship in their area.
 */
export interface Embark {
  order: 'embark';
  ship: number;
  number: number;
}
/**
 * The offers that a viewer may know, and the seats that have finished (D-33).
 */
export interface FloorView {
  offers: OfferView[];
  done: number[];
}
/**
 * An offer as a viewer sees it; `give`, `keep` and `declined` only for the giver.
 */
export interface OfferView {
  number: number;
  seat: number;
  to: number[];
  size: number;
  names: number[];
  claims: number[];
  wanted: number;
  want: number[];
  wishes: number[];
  reply_to?: number;
  give?: [number, number][];
  keep?: boolean;
  declined?: number[];
}
/**
 * The others did not agree to go on (or nobody is left to play with).
 */
export interface GameBrokenOff {
  event: 'game_broken_off';
  against: number[];
}
/**
 * Those above the limit find nowhere to go and are destroyed (mega.9.barbarians.10).
 */
export interface HordesGone {
  event: 'hordes_gone';
  area: number;
  tokens: number;
}
/**
 * Neutral tokens attack a city (mega.9.barbarians.1, mega.9.barbarians.2).
 */
export interface HordesLanded {
  event: 'hordes_landed';
  seat: number;
  area: number;
  tokens: number;
}
/**
 * Those above the limit go on together (mega.9.barbarians.6).
 */
export interface HordesMoved {
  event: 'hordes_moved';
  start: number;
  to: number;
  tokens: number;
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
 * Tokens land in the area where their ship is.
 */
export interface Land {
  order: 'land';
  ship: number;
  number: number;
}
export interface LastTurnCalled {
  event: 'last_turn_called';
  turn: number;
}
/**
 * A seat will leave after this turn, or stays after all.
 */
export interface LeaveAnnounced {
  event: 'leave_announced';
  seat: number;
  leaves: boolean;
}
/**
 * From this turn on these steps are played too; the client words the key.
 */
export interface LessonBegan {
  event: 'lesson_began';
  turn: number;
  key: string;
  adds: string[];
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
/**
 * A loss of a fight was a ship (mega.adv.naval_warfare.2).
 */
export interface LossAtSea {
  event: 'loss_at_sea';
  area: number;
  seat: number;
}
/**
 * A loss of a fight was a token of a neighbouring area (mega.adv.advanced_military.1).
 */
export interface LossElsewhere {
  event: 'loss_elsewhere';
  area: number;
  seat: number;
  source: number;
}
export interface MailLogin {
  mail: string;
}
/**
 * A ship is kept, for treasury or for the token of an area.
 */
export interface Maintain {
  order: 'maintain';
  ship: number;
  token?: number | null;
}
/**
 * Tokens go by land from `start` to `to`, with Roadbuilding by way of `via`.
 */
export interface March {
  order: 'march';
  start: number;
  to: number;
  number: number;
  via?: number | null;
}
export interface MarkerMoved {
  event: 'marker_moved';
  seat: number;
  space: number;
  epoch: number;
}
export interface MarkerMovedBack {
  event: 'marker_moved_back';
  seat: number;
  space: number;
  reason: string;
}
/**
 * `lacking` names the terms that were not met.
 */
export interface MarkerStayed {
  event: 'marker_stayed';
  seat: number;
  space: number;
  lacking: string[];
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
 * A place to jump to on the timeline: answer `at` was the first after which something was told in the step.
 */
export interface Moment {
  at: number;
  step: string;
}
export interface MoveAnswer {
  shape: 'orders';
  order:
    | March
    | EcumeneAntiquityMovementOrdersBuild
    | Maintain
    | Scrap
    | Embark
    | Sail
    | Land
    | TakeBack
    | EcumeneAntiquityMovementOrdersFinish;
}
/**
 * A ship is built `at` an area, for treasury and tokens of the areas named.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ecumene.antiquity.movement.orders.Build".
 */
export interface EcumeneAntiquityMovementOrdersBuild {
  order: 'build';
  at: number;
  treasury?: number;
  /**
   * @maxItems 9
   */
  tokens?:
    | []
    | [number]
    | [number, number]
    | [number, number, number]
    | [number, number, number, number]
    | [number, number, number, number, number]
    | [number, number, number, number, number, number]
    | [number, number, number, number, number, number, number]
    | [number, number, number, number, number, number, number, number]
    | [number, number, number, number, number, number, number, number, number];
}
/**
 * A ship that is not maintained is given up, to build it anew.
 */
export interface Scrap {
  order: 'scrap';
  ship: number;
}
/**
 * A ship goes this way, step by step.
 */
export interface Sail {
  order: 'sail';
  ship: number;
  /**
   * @minItems 1
   * @maxItems 9
   */
  way:
    | [number]
    | [number, number]
    | [number, number, number]
    | [number, number, number, number]
    | [number, number, number, number, number]
    | [number, number, number, number, number, number]
    | [number, number, number, number, number, number, number]
    | [number, number, number, number, number, number, number, number]
    | [number, number, number, number, number, number, number, number, number];
}
/**
 * An own deed of this phase is undone; payments come back with it.
 */
export interface TakeBack {
  order: 'take_back';
  deed: number;
}
/**
 * The end of movement; final. With `turn_back` ships that cannot stay return on their way (only if they must).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ecumene.antiquity.movement.orders.Finish".
 */
export interface EcumeneAntiquityMovementOrdersFinish {
  order: 'finish';
  turn_back?: boolean;
}
/**
 * Everything that a client needs to offer and preview orders.
 */
export interface MoveBody {
  shape: 'orders';
  tokens: Standing[];
  ships: ShipThere[];
  steps: number;
  capacity: number;
  open_sea: boolean;
  roads: boolean;
  treasury: number;
  ship_price: number;
  upkeep: number;
  builds_left: number;
  barred: Barred[];
  deeds: Revocable[];
  stranded: number[];
}
/**
 * Own tokens of an area.
 */
export interface Standing {
  area: number;
  unmoved: number;
  moved: number;
}
/**
 * An own ship: what it can still do. `paid`: built or maintained, so it may be used.
 */
export interface ShipThere {
  ship: number;
  at: number;
  steps_left: number;
  cargo: number;
  paid: boolean;
}
/**
 * An own deed of this phase; `locked`: it caused conflict ahead of its turn and stays (mega.3.order.7).
 */
export interface Revocable {
  deed: number;
  what: string;
  places: number[];
  ship: number;
  number: number;
  locked: boolean;
}
/**
 * A deed of movement: `what` was done, see `Deed`. Public at once, though it may be taken back (mega.hid.18).
 */
export interface Moved {
  event: 'moved';
  seat: number;
  deed: number;
  what: string;
  places: number[];
  ship: number;
  number: number;
}
/**
 * The movement phase. `deeds` in the order in which they were done, as far as somebody may still take one back.
 */
export interface Movement {
  movers: Mover[];
  deeds?: Deed[];
  next?: number;
}
/**
 * One seat's movement. Tokens aboard are in no area (ruling A-26); those `moved` are done (mega.3.move.4).
 */
export interface Mover {
  moved?: {
    [k: string]: number;
  };
  ships?: {
    [k: string]: Ship;
  };
  built?: number;
  orders?: number;
  done?: boolean;
}
/**
 * A seat has ended its movement; nothing of it changes any more.
 */
export interface MovementDeclared {
  event: 'movement_declared';
  seat: number;
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
 * Phases 6 to 12 are left out this turn (mega.6.1).
 */
export interface NothingToTrade {
  event: 'nothing_to_trade';
}
export interface OfferDeclined {
  event: 'offer_declined';
  offer: number;
  giver: number;
  seat: number;
}
/**
 * What the host sets before the game (D-01, ruling A-15): Basic, full and without limit if he says nothing.
 */
export interface Options {
  half?: '' | 'both' | 'east' | 'west';
  expert?: boolean;
  scenario?: 'first' | 'full' | 'short';
  turn_limit?: number;
  wonder_scores?: boolean;
  open_offers?: boolean;
  split_areas?: boolean;
  themes_that_destroy?: string[];
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
  barred?: [number | string, Reason][];
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
 * Answer this to decisions of a kind: to the next one (`until` None), or all until a step begins ("": always).
 */
export interface Plan {
  kind: string;
  answer: unknown;
  until?: string | null;
}
export interface Plans {
  plans: Plan[];
}
/**
 * The seat has left; these areas are out of play now.
 */
export interface PlayerLeft {
  event: 'player_left';
  seat: number;
  areas: number[];
}
/**
 * The attacker moved tokens from his stock to his treasury (mega.4b.5).
 */
export interface Plundered {
  event: 'plundered';
  seat: number;
  amount: number;
}
export interface PongFrame {
  t: 'pong';
  now: number;
}
export interface PopulationGrew {
  event: 'population_grew';
  seat: number;
  amount: number;
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
 * Advances bought in one transaction, and what pays for them; nothing at all is a purchase too.
 */
export interface Purchase {
  shape: 'basket';
  advances?: string[];
  cards?: [number, number][];
  treasury?: number;
  completed?: number;
  substitute?: number;
  library?: string;
  anatomy?: string;
  /**
   * @minItems 5
   * @maxItems 5
   */
  credits?: [number, number, number, number, number];
}
/**
 * Prices for this seat now, what its treasury is worth, and what Anatomy could give (mega.adv.anatomy.1).
 */
export interface PurchaseBody {
  shape: 'basket';
  prices: [string, number][];
  treasury: number;
  treasury_worth: number;
  trade_empire: boolean;
  hand_limit: number;
  gifts: string[];
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
 * One civilization as all see it. `hand` and `givers` only for its own seat, or when all is open.
 */
export interface RealmView {
  seat: number;
  civ: number;
  block: number;
  tokens: {
    [k: string]: number;
  };
  cities: {
    [k: string]: number;
  };
  ships: {
    [k: string]: number;
  };
  stock: number;
  treasury: number;
  cards: number;
  advances: number;
  credits: number[];
  space: number;
  gone: boolean;
  hand?: {
    [k: string]: number;
  } | null;
  givers?: {
    [k: string]: number;
  } | null;
}
/**
 * An offer made to oneself; `possible`: whether the own hand can fulfil what it wants.
 */
export interface Received {
  offer: OfferView;
  possible: boolean;
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
/**
 * Tokens of areas that went out of play were placed elsewhere; `lost` found no room.
 */
export interface Resettled {
  event: 'resettled';
  seat: number;
  placed: {
    [k: string]: number;
  };
  lost: number;
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
 * What each area is worth, and what a selection must be: how many points, in how many groups, and with
 *     how many cities and tokens at most (none said: any).
 */
export interface SelectionBody {
  shape: 'pick';
  options: (number | string)[];
  least: number;
  most: number;
  barred?: [number | string, Reason][];
  worth: number[];
  points: number;
  groups: number;
  most_cities?: number;
  most_tokens?: number;
}
/**
 * In this order the seats choose (mega.setup.5).
 */
export interface SequenceDealt {
  event: 'sequence_dealt';
  seats: number[];
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
/**
 * Tokens put on the board and moved to treasury.
 */
export interface ShortGameSupplied {
  event: 'short_game_supplied';
  seat: number;
  tokens: number;
  treasury: number;
}
export interface SpreadBody {
  shape: 'spread';
  places: [number | string, number][];
  least: number;
  most: number;
  barred?: [number | string, Reason][];
}
/**
 * Tokens removed from an area above its limit; seat -1: the Barbarians.
 */
export interface SurplusRemoved {
  event: 'surplus_removed';
  seat: number;
  area: number;
  number: number;
}
/**
 * The table as one viewer sees it.
 */
export interface TableView {
  turn: number;
  board: string;
  lineup: string;
  expert: boolean;
  scenario: string;
  realms: RealmView[];
  barbarians: {
    [k: string]: number;
  };
  pirates: {
    [k: string]: number;
  };
  empty: boolean[];
  census: number[];
  order: number[];
  discards: number[][];
  calamities: number[];
  movement: Movement | null;
  themes: number[];
  lesson: Lesson | null;
  leaving: number[];
  turn_limit: number;
  late_iron_turn: number;
  late_iron_bonus: number;
  floor: FloorView | null;
  over: boolean;
}
/**
 * `seat` None: the first free one.
 */
export interface TakeSeat {
  seat?: number | null;
}
export interface TaxCollected {
  event: 'tax_collected';
  seat: number;
  rate: number;
  amount: number;
  revolting: number;
}
export interface ThemeCityDestroyed {
  event: 'theme_city_destroyed';
  seat: number;
  area: number;
}
/**
 * For the seat alone (mega.hid.17).
 */
export interface ThemeDrawn {
  event: 'theme_drawn';
  seat: number;
  theme: string;
}
/**
 * The theme of each seat (mega.short.9).
 */
export interface ThemesShown {
  event: 'themes_shown';
  themes: string[];
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
 * A token conflict: who had how many tokens before, and who has how many left.
 */
export interface TokensFought {
  event: 'tokens_fought';
  area: number;
  before: {
    [k: string]: number;
  };
  left: {
    [k: string]: number;
  };
}
/**
 * A deed was taken back.
 */
export interface TookBack {
  event: 'took_back';
  seat: number;
  deed: number;
  what: string;
  places: number[];
  ship: number;
  number: number;
}
/**
 * Everything that a client needs to offer and preview dealing. `cards`: what the own hand can give.
 */
export interface TradeBody {
  shape: 'deal';
  cards: [number, number][];
  partners: number[];
  least: number;
  true_names: number;
  received: Received[];
  own: OfferView[];
  done: boolean;
  acts_left: number;
  offers_left: number;
}
/**
 * What outsiders learn: who traded with whom, and how many cards each gave (mega.hid.7).
 */
export interface TradeMade {
  event: 'trade_made';
  giver: number;
  taker: number;
  given: number;
  taken: number;
}
export interface TreasuryGained {
  event: 'treasury_gained';
  seat: number;
  number: number;
  reason: string;
}
export interface TreasuryLost {
  event: 'treasury_lost';
  seat: number;
  number: number;
  reason: string;
}
export interface TributeAsked {
  event: 'tribute_asked';
  seat: number;
  others: number[];
}
/**
 * `card` is -1 if it is handed over face down; `owed` is false if the giver has no such card (ruling A-104).
 */
export interface TributeGiven {
  event: 'tribute_given';
  giver: number;
  taker: number;
  card?: number;
  owed?: boolean;
}
/**
 * A card handed over face down: for giver and taker (mega.hid.14).
 */
export interface TributeSeen {
  event: 'tribute_seen';
  giver: number;
  taker: number;
  card: number;
}
export interface TributeShown {
  event: 'tribute_shown';
  giver: number;
  taker: number;
  card: number;
}
/**
 * In a sandbox: answer for a seat (`answer` None: its default), or, with `undo`, take back.
 */
export interface Try {
  seat: number;
  answer?: unknown;
  undo?: boolean;
}
export interface TurnBegan {
  event: 'turn_began';
  turn: number;
}
export interface TurnEnded {
  event: 'turn_ended';
  turn: number;
}
/**
 * Units of `seat` in an area became those of `by`; -1: neutral ones.
 */
export interface UnitsAnnexed {
  event: 'units_annexed';
  by: number;
  seat: number;
  area: number;
  tokens?: number;
  city?: boolean;
  reason?: string;
}
/**
 * All units of a seat in an area.
 */
export interface UnitsDestroyed {
  event: 'units_destroyed';
  seat: number;
  area: number;
  tokens: number;
  city: boolean;
  reason: string;
}
export interface VictimsNamed {
  event: 'victims_named';
  seat: number;
  card: number;
  others: number[];
}
export interface Vote {
  yes: boolean;
}
/**
 * What the host sets; the West is all there is.
 */
export interface WesternOptions {
  half?: '';
  expert?: boolean;
  scenario?: 'first' | 'full' | 'short';
  turn_limit?: number;
  wonder_scores?: boolean;
  open_offers?: boolean;
  split_areas?: boolean;
  themes_that_destroy?: string[];
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ecumene.server.wire.tables.Propose".
 */
export interface EcumeneServerWireTablesPropose {
  kind: 'abandon' | 'pause' | 'replace' | 'resume' | 'rewind';
  seat?: number | null;
  to?: number | null;
  bot?: string | null;
}
