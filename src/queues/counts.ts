/** A count for each name; one that comes to 0 takes no memory. */
export interface CountsByKey {
  of(name: string): number;
  add(name: string, change: number): void;
  /** How many names have one. */
  readonly size: number;
}

export function counts(): CountsByKey {
  const all = new Map<string, number>();
  const of = (name: string) => all.get(name) ?? 0;
  return {
    of,
    add(name, change) {
      const count = of(name) + change;
      if (count > 0) all.set(name, count);
      else all.delete(name);
    },
    get size() {
      return all.size;
    },
  };
}
