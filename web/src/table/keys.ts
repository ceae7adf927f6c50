// The keyboard of the table: what each key does, and what Escape closes first.

export interface Deeds {
  /** By key, in lower case. */
  keys: Readonly<Record<string, () => void>>;
  undo: () => void;
  redo: () => void;
  /** What can be closed, the topmost first: the first that answers true has closed something. */
  close: readonly (() => boolean)[];
}

const WRITES = /^(INPUT|TEXTAREA|SELECT)$/;

export function press(event: KeyboardEvent, { keys, undo, redo, close }: Deeds): void {
  if (event.defaultPrevented || event.altKey) return;
  if (event.key === 'Escape') {
    close.some((each) => each());
    return;
  }
  if (WRITES.test((event.target as HTMLElement).tagName)) return;
  const key = event.key.toLowerCase();
  const held = event.ctrlKey || event.metaKey;
  const deed = !held ? keys[key] : key !== 'z' ? undefined : event.shiftKey ? redo : undo;
  if (!deed) return;
  event.preventDefault();
  deed();
}
