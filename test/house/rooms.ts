/** A file as dependency-cruiser found it, with the paths that it imports. */
export interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

const roomOf = (path: string) => /^src\/(\w+)\//.exec(path)?.[1] ?? null;

/** Which rooms of src/ import from which others. */
function imports(modules: readonly Module[]): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (from === null) continue;
    const others = graph.get(from) ?? new Set();
    graph.set(from, others);
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (to !== null && to !== from) others.add(to);
    }
  }
  return graph;
}

/**
 * Circles between rooms, as `one -> other -> one`, each from its first name in the alphabet. Files that form no
 * circle may well form one of rooms, and then neither room can be understood alone.
 */
export function circlesBetweenRooms(modules: readonly Module[]): readonly string[] {
  const graph = imports(modules);
  const circles: string[] = [];
  const walk = (path: readonly string[]) => {
    const [first = '', last = first] = [path[0], path.at(-1)];
    for (const next of graph.get(last) ?? []) {
      if (next === first) circles.push([...path, first].join(' -> '));
      else if (next > first && !path.includes(next)) walk([...path, next]);
    }
  };
  for (const room of graph.keys()) walk([room]);
  return circles.sort();
}
