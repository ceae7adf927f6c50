// Who is sitting here.

import { api, useCsrf } from './api';
import type { House, Me, Session } from './wire.gen';

class Here {
  me = $state.raw<Me | null>(null);
  house = $state.raw<House | null>(null);
  ready = $state(false);
  /** The server's clock less ours, in milliseconds. */
  skew = 0;

  take(session: Session): void {
    useCsrf(session);
    this.me = session.me;
    this.house = session.house;
    this.skew = session.house.now - Date.now();
    this.ready = true;
  }

  load = async () => this.take(await api.get<Session>('api/session'));
  guest = async (name: string) => this.take(await api.post<Session>('api/session/guest', { name }));
  login = async (name: string, password: string) =>
    this.take(await api.post<Session>('api/session/login', { name, password }));
  register = async (name: string, password: string, mail: string) =>
    this.take(await api.post<Session>('api/session/register', { name, password, ...(mail ? { mail } : {}) }));
  redeem = async (token: string) => this.take(await api.post<Session>('api/session/redeem', { token }));
  logout = async () => this.take(await api.post<Session>('api/session/logout'));
}

export const here = new Here();
