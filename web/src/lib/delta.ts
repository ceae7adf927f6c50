// A view after a delta. What did not change stays the very same object, so that nothing else is drawn anew.

export type Path = readonly (string | number)[];

type Node = Record<string | number, unknown>;

export function patched<T>(
  root: T,
  gone: readonly Path[],
  changes: readonly (readonly [Path, unknown])[],
): T {
  const fresh = new Set<unknown>();
  const own = (node: unknown): Node => {
    if (fresh.has(node)) return node as Node;
    const copy = Array.isArray(node) ? [...(node as unknown[])] : { ...(node as Node) };
    fresh.add(copy);
    return copy as Node;
  };
  let top: unknown = root;
  const parent = (path: Path): Node => {
    top = own(top);
    let node = top as Node;
    for (const key of path.slice(0, -1)) {
      node = node[key] = own(node[key]);
    }
    return node;
  };
  for (const path of gone) {
    const node = parent(path);
    const key = path[path.length - 1]!;
    if (Array.isArray(node)) node.length = Number(key);
    else delete node[key];
  }
  for (const [path, value] of changes) {
    if (path.length === 0) top = value;
    else parent(path)[path[path.length - 1]!] = value;
  }
  return top as T;
}
