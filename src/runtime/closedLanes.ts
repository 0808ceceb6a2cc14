/** A lane that got no grant. */
interface Closed {
  readonly owner: string;
  /** By the monotonic clock. */
  readonly untilMs: number;
  /** How many items it was granted when it was closed: about as many may start next. */
  readonly granted: number;
}

/** Lanes that have no grant for a while. */
export interface ClosedLanes {
  close(name: string, closed: Closed): void;
  get(name: string): Closed | undefined;
  open(name: string): void;
  /** Opens all lanes of the owner; their names. */
  openAllOf(owner: string): readonly string[];
  names(): Iterable<string>;
}

export function closedLanes(): ClosedLanes {
  const closed = new Map<string, Closed>();
  const ofOwner = new Map<string, Set<string>>();
  const open = (name: string) => {
    const owner = closed.get(name)?.owner;
    if (owner === undefined) return;
    closed.delete(name);
    const names = ofOwner.get(owner);
    names?.delete(name);
    if (names?.size === 0) ofOwner.delete(owner);
  };
  return {
    close(name, how) {
      closed.set(name, how);
      const names = ofOwner.get(how.owner) ?? new Set();
      ofOwner.set(how.owner, names.add(name));
    },
    get: (name) => closed.get(name),
    open,
    openAllOf(owner) {
      const names = [...(ofOwner.get(owner) ?? [])];
      for (const name of names) open(name);
      return names;
    },
    names: () => closed.keys(),
  };
}
