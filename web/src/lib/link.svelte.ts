// The line to one table: the socket, what it told us, and what we sent that is not yet committed.

import { address, api, newKey } from './api';
import { patched } from './delta';
import { kept, keep } from './prefs.svelte';
import { here } from './session.svelte';
import type {
  ByeFrame,
  ClientFrame,
  Line,
  LogPage,
  Message,
  Reason,
  ServerFrame,
  TableInfo,
  View,
} from './wire.gen';

export type LinkState = 'joining' | 'live' | 'lost' | 'closed';

interface Outstanding {
  frame: ClientFrame & { key: string };
  done: (version: number) => void;
  fail: (reason: Refused) => void;
}

export class Refused extends Error {
  constructor(
    readonly reason: Reason,
    readonly stale: boolean,
  ) {
    super(reason.key);
  }
}

export class Link {
  state = $state<LinkState>('joining');
  bye = $state<ByeFrame['why'] | null>(null);
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  log = $state.raw<Line[]>([]);
  logFrom = $state(0);
  chat = $state.raw<Message[]>([]);
  /** Lines of the log after this `at` are new since this person last looked; null: there is no telling. */
  lookedAt = $state<number | null>(null);
  unread = $state(0);
  busy = $state(0);
  /** The server's clock less ours. */
  skew = 0;

  #socket: WebSocket | null = null;
  #version = 0;
  #seenSent = 0;
  #left: number | null = null;
  #waiting = new Map<string, Outstanding>();
  #versionWaiters: [number, () => void][] = [];
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(readonly id: string) {
    document.addEventListener('visibilitychange', this.#turn);
    addEventListener('online', this.#soon);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    document.removeEventListener('visibilitychange', this.#turn);
    removeEventListener('online', this.#soon);
    this.#socket?.close();
  }

  // -- what can be done ---------------------------------------------------------------------------------------------

  answer(decision: number, answer: unknown): Promise<void> {
    return this.#deed({ t: 'answer', key: newKey(), version: this.#version, decision, answer });
  }
  undo = () => this.#deed({ t: 'undo', key: newKey(), version: this.#version });
  redo = () => this.#deed({ t: 'redo', key: newKey(), version: this.#version });
  wait = () => this.#deed({ t: 'wait', key: newKey(), version: this.#version });
  call = (action: string) => this.#deed({ t: 'call', key: newKey(), action });
  say = (text: string, to: number[]) => this.#send({ t: 'say', key: newKey(), text, to });

  /** Load the page of the log before the earliest line that is here. */
  async earlier(): Promise<void> {
    if (this.logFrom <= 0) return;
    const page = await api.get<LogPage>(`api/tables/${this.id}/log?before=${this.logFrom}&limit=300`);
    this.log = [...page.lines, ...this.log];
    this.logFrom = page.first;
  }

  /** The whole log. After the end it is open: what was told to others is in it too. */
  async whole(): Promise<Line[]> {
    let lines: Line[] = [];
    let before: number | undefined;
    do {
      const from = before === undefined ? '' : `before=${before}&`;
      const page = await api.get<LogPage>(`api/tables/${this.id}/log?${from}limit=1000`);
      lines = [...page.lines, ...lines];
      before = page.first;
    } while (before > 0);
    return lines;
  }

  async #deed(frame: ClientFrame & { key: string }): Promise<void> {
    this.busy += 1;
    try {
      const version = await this.#send(frame);
      if (this.#version < version) {
        await new Promise<void>((resolve) => {
          this.#versionWaiters.push([version, resolve]);
          setTimeout(resolve, 3000);
        });
      }
    } finally {
      this.busy -= 1;
    }
  }

  #send(frame: ClientFrame & { key: string }): Promise<number> {
    return new Promise((done, fail) => {
      this.#waiting.set(frame.key, { frame, done, fail });
      this.#write(frame);
    });
  }

  #write(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  // -- the socket ---------------------------------------------------------------------------------------------------

  #connect = (): void => {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const since = this.view ? `?since=${this.#version}` : '';
    const socket = new WebSocket(address(`ws/tables/${this.id}${since}`).replace(/^http/, 'ws'));
    this.#socket = socket;
    socket.onopen = () => {
      for (const { frame } of this.#waiting.values()) this.#write(frame);
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#write({ t: 'ping' }), 30_000);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(message.data) as ServerFrame);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      clearInterval(this.#ping);
      this.#socket = null;
      if (this.#closed || this.state === 'closed') return;
      this.state = this.view || this.info ? 'lost' : 'joining';
      this.#tries += 1;
      this.#timer = setTimeout(
        this.#connect,
        Math.min(8000, 250 * 2 ** this.#tries) * (0.75 + Math.random() / 2),
      );
    };
  };

  #soon = (): void => {
    if (!this.#socket) {
      this.#tries = 0;
      this.#connect();
    }
  };

  /** The page is left, or looked at again. */
  #turn = (): void => {
    if (document.hidden) this.#left = this.log.at(-1)?.at ?? null;
    else if (this.#left !== null) this.lookedAt = this.#left;
    this.#look();
  };

  #look = (): void => {
    if (document.hidden) return;
    this.#soon();
    if (this.#version > this.#seenSent && this.state === 'live') {
      this.#seenSent = this.#version;
      this.#write({ t: 'seen', version: this.#version });
    }
  };

  #hear(frame: ServerFrame): void {
    switch (frame.t) {
      case 'sync':
        this.#clock(frame.now);
        this.#live();
        if (!this.view && frame.view)
          this.lookedAt = lastLook(frame.version, frame.seen, frame.log.at(-1)?.at ?? 0);
        this.info = frame.table;
        this.view = frame.view;
        this.log = frame.log;
        this.logFrom = frame.log_from;
        this.chat = frame.chat;
        this.#at(frame.version);
        break;
      case 'delta': {
        if (frame.version <= this.#version && frame.since < this.#version) break;
        if (!this.view || frame.since !== this.#version) {
          this.#write({ t: 'resync' });
          break;
        }
        const cut = frame.cut;
        if (cut !== null) this.log = this.log.filter((line) => line.at <= cut);
        if (frame.log.length) this.log = [...this.log, ...frame.log];
        this.view = patched(this.view, frame.gone, frame.changes as [(string | number)[], unknown][]);
        this.#live();
        this.#at(frame.version);
        break;
      }
      case 'table':
        this.#clock(frame.now);
        this.#live();
        this.info = frame.table;
        break;
      case 'clocks':
        this.#clock(frame.now);
        if (this.info) this.info = { ...this.info, clocks: frame.clocks };
        break;
      case 'chat':
        this.chat = [...this.chat, frame.message];
        this.unread += 1;
        break;
      case 'done': {
        const sent = this.#waiting.get(frame.key);
        this.#waiting.delete(frame.key);
        sent?.done(frame.version);
        break;
      }
      case 'refused': {
        const sent = this.#waiting.get(frame.key);
        this.#waiting.delete(frame.key);
        sent?.fail(new Refused(frame.reason, frame.stale));
        break;
      }
      case 'pong':
        this.#clock(frame.now);
        break;
      case 'bye':
        if (!frame.again) {
          this.state = 'closed';
          this.bye = frame.why;
        }
        break;
      default: {
        const never: never = frame;
        throw new Error(`an unknown frame: ${JSON.stringify(never)}`);
      }
    }
  }

  #live(): void {
    this.state = 'live';
    this.#tries = 0;
  }

  #clock(now: number): void {
    this.skew = now - Date.now();
    here.skew = this.skew;
  }

  #at(version: number): void {
    this.#version = version;
    this.#versionWaiters = this.#versionWaiters.filter(([wanted, resolve]) => {
      if (wanted <= version) resolve();
      return wanted > version;
    });
    this.#look();
  }
}

/**
 * Where in the log a person stopped looking, by the version seen last; `at` is that of the last line. Answers that were taken back
 * or left no line are not known here: with them it is a little too early, so that nothing new is taken for old.
 */
export function lastLook(version: number, seen: number, at: number): number | null {
  return seen > 0 ? Math.max(0, at - Math.max(0, version - seen)) : null;
}

/** A half-made plan for one decision: it survives a reload, and is forgotten when the decision is gone. */
export function draftKey(table: string, seat: number, decision: number, kind: string): string {
  return `ecumene.draft.${table}.${seat}.${kind}.${decision}`;
}

export function loadDraft<T>(key: string): T | null {
  const text = kept(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export function saveDraft(key: string, draft: unknown): void {
  keep(key, draft === null ? null : JSON.stringify(draft));
}

/** Throw away the drafts of a table but one. */
export function tidyDrafts(table: string, current: string): void {
  try {
    const prefix = `ecumene.draft.${table}.`;
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && key !== current) localStorage.removeItem(key);
    }
  } catch {
    // nothing was kept
  }
}
