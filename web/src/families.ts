// The families of titles this client can draw. A table of another family gets the plain shell.

import type { Family } from './table/model.svelte';

const FAMILIES: Record<string, () => Promise<Family>> = {
  antiquity: async () => (await import('./antiquity')).antiquity,
};

const plain = async (): Promise<Family> => (await import('./plain')).plain;

export async function familyOf(key: string): Promise<Family> {
  return (FAMILIES[key] ?? plain)();
}

/** Begin to load the families before it is known which one is needed. */
export function prefetch(): void {
  for (const load of Object.values(FAMILIES)) void load().catch(() => undefined);
}
