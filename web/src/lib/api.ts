// The HTTP side of the protocol (docs/protocol.md). Every error is a `Wrong`, with the server's own reason.

import type { Problem, Reason, Session } from './wire.gen';

export class Wrong extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly detail = '',
    readonly reason: Reason | null = null,
  ) {
    super(`${error} ${detail}`);
  }
}

let csrf = '';

export function useCsrf(session: Session): Session {
  csrf = session.csrf;
  return session;
}

export function address(path: string): string {
  return new URL(path, document.baseURI).href;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address(path), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'x-csrf-token': csrf }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Wrong(0, 'offline');
  }
  if (response.status === 204) return undefined as T;
  const told: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const problem = told as Problem | null;
    throw new Wrong(
      response.status,
      problem?.error ?? 'broken',
      problem?.detail ?? '',
      problem?.reason ?? null,
    );
  }
  return told as T;
}

/** While there is no server, ask again: what a page cannot do without comes when the server comes back. */
async function patiently<T>(path: string): Promise<T> {
  for (let wait = 250; ; wait = Math.min(8000, wait * 2)) {
    try {
      return await call<T>('GET', path);
    } catch (error) {
      if (!(error instanceof Wrong) || error.status !== 0) throw error;
    }
    await new Promise((again) => setTimeout(again, wait));
  }
}

export const api = {
  get: <T>(path: string) => call<T>('GET', path),
  patiently,
  post: <T>(path: string, body?: unknown) => call<T>('POST', path, body),
  put: <T>(path: string, body?: unknown) => call<T>('PUT', path, body),
  patch: <T>(path: string, body?: unknown) => call<T>('PATCH', path, body),
  delete: <T>(path: string, body?: unknown) => call<T>('DELETE', path, body),
};

/** New for each thing that is done, the same when it is tried again. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
