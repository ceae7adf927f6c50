// Where in the house we are. Addresses live in the fragment, so that any path and proxy will do.

class Route {
  parts = $state.raw<string[]>([]);

  constructor() {
    const read = () => (this.parts = location.hash.replace(/^#\/?/, '').split('/').filter(Boolean));
    read();
    addEventListener('hashchange', read);
  }

  go(path: string, replace = false): void {
    if (replace) {
      history.replaceState(null, '', `#/${path}`);
      dispatchEvent(new HashChangeEvent('hashchange'));
    } else {
      location.hash = `#/${path}`;
    }
  }
}

export const route = new Route();
