import { expect, test, vi } from 'vitest';
import text from '../../public/sw.js?raw';
import { asked, bytes } from './device.svelte';

test('a key is read as the server writes it', () => {
  expect([...bytes('-_8AAQ')]).toEqual([251, 255, 0, 1]);
});

test('the server is told the address and the keys, and nothing else', () => {
  const subscription = {
    toJSON: () => ({
      endpoint: 'https://push.example/1',
      expirationTime: null,
      keys: { p256dh: 'P', auth: 'A', more: 'M' },
    }),
  };
  expect(asked(subscription as unknown as PushSubscription)).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'P', auth: 'A' },
  });
});

/** The worker, in a house below a path, with these windows open. */
function worker(windows: { url: string; focus: () => void }[] = []) {
  const heard: Record<string, (event: object) => void> = {};
  const self = {
    addEventListener: (name: string, then: (event: object) => void) => (heard[name] = then),
    skipWaiting: vi.fn(),
    registration: { scope: 'https://games.example/e/', showNotification: vi.fn() },
    clients: { claim: vi.fn(), matchAll: () => Promise.resolve(windows), openWindow: vi.fn() },
  };
  new Function('self', text)(self);
  const say = async (name: string, event: object) => {
    const under: Promise<unknown>[] = [];
    heard[name]!({ ...event, waitUntil: (one: Promise<unknown>) => under.push(one) });
    await Promise.all(under);
  };
  const push = (told: unknown) => say('push', { data: { json: () => told } });
  const click = (table: string) =>
    say('notificationclick', { notification: { close: vi.fn(), data: { table } } });
  return { self, say, push, click };
}

test('the worker shows the notice', async () => {
  const { self, push } = worker();
  await push({
    kind: 'your_turn',
    table: 't1',
    title: 'March: it is your turn',
    body: 'You are asked.',
    url: 'https://elsewhere.example',
  });
  expect(self.registration.showNotification).toHaveBeenCalledWith('March: it is your turn', {
    body: 'You are asked.',
    icon: 'https://games.example/e/icon.svg',
    tag: 't1',
    renotify: true,
    data: { table: 't1' },
  });
});

test('the worker shows something whatever comes', async () => {
  const { self, push, say } = worker();
  await say('push', { data: null });
  await push({ table: '../../evil', title: 7 });
  for (const [title, more] of self.registration.showNotification.mock.calls) {
    expect(title).toBe('Ecumene');
    expect(more).toMatchObject({ body: '', tag: 'ecumene', data: { table: '' } });
  }
});

test('a click opens the table, or the window where it lies open', async () => {
  const one = worker();
  await one.click('t1');
  expect(one.self.clients.openWindow).toHaveBeenCalledWith('https://games.example/e/#/table/t1');
  const there = { url: 'https://games.example/e/#/table/t1', focus: vi.fn() };
  const two = worker([{ url: 'https://games.example/e/', focus: vi.fn() }, there]);
  await two.click('t1');
  expect(there.focus).toHaveBeenCalled();
  expect(two.self.clients.openWindow).not.toHaveBeenCalled();
});
