// How this person likes to see the table; kept in this browser only.

const KEY = 'ecumene.prefs';

export type Theme = 'system' | 'day' | 'night';

const defaults = {
  theme: 'system' as Theme,
  palette: 'usual' as 'usual' | 'safe',
  motion: 'system' as 'system' | 'less',
  regions: true,
  limits: true,
  waters: true,
  relief: true,
  keys: true,
  hints: true,
};

type Prefs = typeof defaults;

class Preferences {
  theme = $state(defaults.theme);
  palette = $state(defaults.palette);
  motion = $state(defaults.motion);
  regions = $state(defaults.regions);
  limits = $state(defaults.limits);
  waters = $state(defaults.waters);
  relief = $state(defaults.relief);
  keys = $state(defaults.keys);
  hints = $state(defaults.hints);
  #dark = $state(false);

  constructor() {
    try {
      Object.assign(this, JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>);
    } catch {
      // a broken entry is as good as none
    }
    if (typeof matchMedia === 'function') {
      const dark = matchMedia('(prefers-color-scheme: dark)');
      this.#dark = dark.matches;
      dark.addEventListener('change', () => (this.#dark = dark.matches));
    }
  }

  get night(): boolean {
    return this.theme === 'night' || (this.theme === 'system' && this.#dark);
  }

  get still(): boolean {
    return this.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  set<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
    (this as Prefs)[key] = value;
    const kept = Object.fromEntries(Object.keys(defaults).map((name) => [name, (this as Prefs)[name as K]]));
    keep(KEY, JSON.stringify(kept));
  }
}

/** Private windows may refuse to keep anything; then nothing is kept. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // nothing is kept
  }
}

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export const prefs = new Preferences();
