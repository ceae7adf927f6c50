// Notices on this device by web push. Nothing is registered, and no push service is asked, before somebody wants it here and
// the server has a key for it.

import { address, api } from './api';
import { keep, kept } from './prefs.svelte';
import { here } from './session.svelte';
import type { Me } from './wire.gen';

/** `none`: the server sends none. */
export type DeviceState = 'none' | 'unsupported' | 'blocked' | 'off' | 'on';

/** For whom this browser was switched on last: another person who signs in here has not asked for anything. */
const KEY = 'ecumene.device';

class Device {
  state = $state<DeviceState>('none');
  busy = $state(false);
  /** The browser's push service refused or could not be reached. */
  failed = $state(false);
  #turning: Promise<void> = Promise.resolve();

  /** Find out how things stand; asks nobody but this browser. */
  async look(): Promise<void> {
    const key = here.house?.push ?? '';
    const me = here.me?.id;
    if (!key || !me) this.state = 'none';
    else if (!supported()) this.state = 'unsupported';
    else if (Notification.permission === 'denied') this.state = 'blocked';
    else {
      const subscription = await current();
      const on =
        Notification.permission === 'granted' &&
        kept(KEY) === me &&
        subscription !== null &&
        isFor(subscription, key);
      this.state = on ? 'on' : 'off';
    }
  }

  turn(on: boolean): Promise<void> {
    this.#turning = this.#turn(on);
    return this.#turning;
  }

  async #turn(on: boolean): Promise<void> {
    this.busy = true;
    this.failed = false;
    try {
      await (on ? this.#on() : this.#off());
    } finally {
      this.busy = false;
      await this.look();
    }
  }

  /** Sign out; who comes after is not told what was meant for another. */
  async leave(): Promise<void> {
    await this.#turning.catch(() => undefined); // who is quick must not leave a half-made subscription behind
    if (this.state === 'on') await this.turn(false).catch(() => undefined);
    await here.logout();
    await this.look();
  }

  async #on(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return;
    const key = here.house?.push ?? '';
    let subscription: PushSubscription;
    try {
      await navigator.serviceWorker.register(address('sw.js'), { scope: address('./') });
      const { pushManager } = await navigator.serviceWorker.ready;
      const old = await pushManager.getSubscription();
      if (old && !isFor(old, key)) await old.unsubscribe(); // the server has another key now
      subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    } catch {
      this.failed = true;
      return;
    }
    here.me = await api.post<Me>('api/me/push', asked(subscription));
    if (!here.me.notices.includes('your_turn'))
      here.me = await api.patch<Me>('api/me', { notices: [...here.me.notices, 'your_turn'] });
    keep(KEY, here.me.id);
  }

  async #off(): Promise<void> {
    const subscription = await current();
    keep(KEY, null);
    if (!subscription) return;
    const body = asked(subscription);
    await subscription.unsubscribe();
    here.me = await api.delete<Me>('api/me/push', body);
  }
}

export const device = new Device();

function supported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(address('./'));
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** What the server wants to know of it. */
export function asked(subscription: PushSubscription): {
  endpoint: string;
  keys: { p256dh: string; auth: string };
} {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}

/** From base64url, as the server's key is written. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (each) => each.charCodeAt(0));
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const used = subscription.options.applicationServerKey;
  if (!used) return true; // it does not say
  const [one, other] = [new Uint8Array(used), bytes(key)];
  return one.length === other.length && one.every((each, n) => each === other[n]);
}
