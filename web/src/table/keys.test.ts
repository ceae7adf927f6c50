import { expect, test, vi } from 'vitest';
import { press, type Deeds } from './keys';

const event = (key: string, more: object = {}): KeyboardEvent =>
  ({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    defaultPrevented: false,
    target: { tagName: 'DIV' },
    preventDefault: () => undefined,
    ...more,
  }) as unknown as KeyboardEvent;
const deeds = () => ({ keys: { a: vi.fn() }, undo: vi.fn(), redo: vi.fn(), close: [] }) satisfies Deeds;

test('a key does its deed, but not while somebody writes', () => {
  const all = deeds();
  press(event('A'), all);
  press(event('a', { target: { tagName: 'INPUT' } }), all);
  press(event('a', { ctrlKey: true }), all);
  expect(all.keys.a).toHaveBeenCalledTimes(1);
});

test('control and z takes back, with shift it is done again', () => {
  const all = deeds();
  press(event('z', { ctrlKey: true }), all);
  press(event('Z', { metaKey: true, shiftKey: true }), all);
  expect([all.undo, all.redo].map((each) => each.mock.calls.length)).toEqual([1, 1]);
});

test('escape closes the topmost only', () => {
  const below = vi.fn(() => true);
  press(event('Escape'), { ...deeds(), close: [() => false, () => true, below] });
  expect(below).not.toHaveBeenCalled();
});
