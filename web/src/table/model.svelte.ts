// One table as its screen sees it: live, at an earlier moment, or in a sandbox.

import { getContext, setContext } from 'svelte';
import type { Component } from 'svelte';
import { api, Wrong } from '../lib/api';
import { draftKey, Link, Refused, tidyDrafts } from '../lib/link.svelte';
import type { Names } from '../lib/say';
import { Stage } from '../lib/stage.svelte';
import type {
  Described,
  Line,
  Reason,
  RuleText,
  Sandbox,
  Then,
  Timeline,
  TitleDetail,
  View,
} from '../lib/wire.gen';

export type Shape = 'choose' | 'pick' | 'spread' | 'orders' | 'deal' | 'basket';

export interface DecisionProps {
  model: TableModel;
  decision: Described;
}
export interface PanelProps {
  model: TableModel;
}

export interface Panel {
  key: string;
  title: string;
  component: Component<PanelProps>;
  when?: (model: TableModel) => boolean;
}

export interface Phase {
  key: string;
  name: string;
  steps: string[];
}

/** What a family of titles adds to the table. Everything is optional but names and phases. */
export interface Family {
  names(model: TableModel): Names;
  phases(detail: TitleDetail): Phase[];
  /** 0: its games have no turns. */
  turn(view: View): number;
  /** The turn that begins with this line of the log. */
  begins?(line: Line): number | undefined;
  emblem: Component<{ model: TableModel; seat: number; size?: number }>;
  map: Component<PanelProps>;
  /** A word of advice on a question; `learn`: and where to begin. */
  hint?(model: TableModel, decision: Described): { text: string; learn?: boolean } | null;
  /** What a game that teaches has to say; it lies on the map, or at the head of the open sheet. */
  note?: Component<PanelProps & { inline?: boolean }>;
  panels: Panel[];
  /** Wide screens above the map: trade floor, market, tracks. */
  sheets: Panel[];
  kinds: Record<string, Component<DecisionProps>>;
  shapes: Partial<Record<Shape, Component<DecisionProps>>>;
  /** Whether this option of this decision is a place on the map. */
  isPlace(model: TableModel, decision: Described): boolean;
  /** The places that an option speaks of though it is none itself: the home of a people. */
  pointsTo?(model: TableModel, decision: Described, option: string | number): number[];
  /** What is suggested where it is better than the default, which is there for a clock that ran out. */
  suggests?(model: TableModel, decision: Described): [string | number, number][] | null;
  /** The sheet that belongs to a question: it opens by itself. */
  sheetFor(decision: Described): string | null;
  /** The places that a line of the log speaks of. */
  places(line: Line): number[];
  end: Component<PanelProps>;
}

const KEY = Symbol('table');

export class TableModel {
  readonly link: Link;
  readonly stage = new Stage();
  detail = $state.raw<TitleDetail | null>(null);
  family = $state.raw<Family | null>(null);
  past = $state.raw<Then | null>(null);
  sandbox = $state.raw<Sandbox | null>(null);
  timeline = $state.raw<Timeline | null>(null);
  reason = $state.raw<Reason | null>(null);
  stale = $state(false);
  sending = $state(false);
  sheet = $state<string | null>(null);
  tab = $state('prompt');
  rule = $state.raw<RuleText | { id: string; gist: null } | null>(null);
  now = $state(Date.now());
  #rules = new Map<string, RuleText>();

  constructor(readonly id: string) {
    this.link = new Link(id);
  }

  close(): void {
    this.link.close();
    if (this.sandbox) void api.delete(`api/sandboxes/${this.sandbox.id}`).catch(() => undefined);
  }

  get info() {
    return this.link.info;
  }

  get mode(): 'live' | 'past' | 'sandbox' {
    return this.sandbox ? 'sandbox' : this.past ? 'past' : 'live';
  }

  get view(): View | null {
    return this.sandbox?.view ?? this.past?.view ?? this.link.view;
  }

  get log(): Line[] {
    return this.link.log;
  }

  /** The seat that is played here; in a sandbox, the one whose turn is tried. */
  get seat(): number | null {
    return this.sandbox ? this.sandbox.seat : (this.info?.you.seat ?? null);
  }

  get decision(): Described | null {
    return this.past ? null : (this.view?.decision ?? null);
  }

  get draft(): string {
    const decision = this.decision;
    return decision ? draftKey(this.sandbox?.id ?? this.id, decision.seat, decision.id, decision.kind) : '';
  }

  tidy(): void {
    tidyDrafts(this.id, this.draft);
  }

  /** Whether it was taken. A refusal is shown beside the question. */
  async answer(answer: unknown): Promise<boolean> {
    const decision = this.decision;
    if (!decision || this.sending) return false;
    return this.#try(async () => {
      if (this.sandbox) {
        this.sandbox = await api.post<Sandbox>(`api/sandboxes/${this.sandbox.id}`, {
          seat: decision.seat,
          answer,
        });
      } else {
        await this.link.answer(decision.id, answer);
      }
    });
  }

  undo = () =>
    this.#try(async () => {
      if (this.sandbox) {
        this.sandbox = await api.post<Sandbox>(`api/sandboxes/${this.sandbox.id}`, {
          seat: this.sandbox.seat,
          undo: true,
        });
      } else await this.link.undo();
    });
  redo = () => this.#try(() => this.link.redo());
  wait = () => this.#try(() => this.link.wait());

  async #try(deed: () => Promise<void>): Promise<boolean> {
    this.sending = true;
    this.reason = null;
    this.stale = false;
    try {
      await deed();
      return true;
    } catch (error) {
      if (error instanceof Refused) {
        this.reason = error.reason;
        this.stale = error.stale;
      } else if (error instanceof Wrong) {
        this.reason = error.reason ?? { rule: '', key: error.error, args: {} };
      } else throw error;
      return false;
    } finally {
      this.sending = false;
    }
  }

  // -- looking back -------------------------------------------------------------------------------------------------

  async loadTimeline(): Promise<void> {
    this.timeline = await api.get<Timeline>(`api/tables/${this.id}/timeline`);
  }

  async goTo(at: number | null): Promise<void> {
    this.stage.clear();
    if (at === null) {
      this.past = null;
      return;
    }
    this.past = await api.get<Then>(`api/tables/${this.id}/history?at=${at}`);
  }

  async branch(): Promise<void> {
    const at = this.past?.at ?? null;
    this.sandbox = await api.post<Sandbox>(`api/tables/${this.id}/sandboxes`, { at });
    this.past = null;
  }

  async leaveSandbox(): Promise<void> {
    const id = this.sandbox?.id;
    this.sandbox = null;
    if (id) await api.delete(`api/sandboxes/${id}`).catch(() => undefined);
  }

  async trySeat(seat: number): Promise<void> {
    if (this.sandbox) this.sandbox = await api.get<Sandbox>(`api/sandboxes/${this.sandbox.id}?seat=${seat}`);
  }

  /** In a sandbox: let the others answer what they would by default, until this seat is asked again. */
  async letOthers(): Promise<void> {
    await this.#try(async () => {
      for (let n = 0; n < 200 && this.sandbox && !this.sandbox.view.ended; n++) {
        const other = this.sandbox.asked.find((seat) => seat !== this.sandbox!.seat);
        if (other === undefined) return;
        const seat = this.sandbox.seat;
        this.sandbox = await api.post<Sandbox>(`api/sandboxes/${this.sandbox.id}`, { seat: other });
        if (this.sandbox.seat !== seat) await this.trySeat(seat);
      }
    });
  }

  // -- rules --------------------------------------------------------------------------------------------------------

  async openRule(id: string): Promise<void> {
    if (!id) return;
    const known = this.#rules.get(id);
    if (known) {
      this.rule = known;
      return;
    }
    this.rule = { id, gist: null };
    try {
      const text = await api.get<RuleText>(`api/rules/${this.info?.title ?? ''}/${id}`);
      this.#rules.set(id, text);
      if (this.rule?.id === id) this.rule = text;
    } catch {
      if (this.rule?.id === id) this.rule = { id, gist: '' };
    }
  }
}

export function provide(model: TableModel): void {
  setContext(KEY, model);
}

export function table(): TableModel {
  return getContext<TableModel>(KEY);
}
