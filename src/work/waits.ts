/** Something of a work index that does not begin now: an item, or without `key` all of a lane that has not begun. */
export interface Wait {
  /** The name of the worker, as in its metrics. */
  readonly worker: string;
  readonly lane: string;
  readonly key?: string;
  /** A clause in plain words, without personal data: `the workspace is suspended`. */
  readonly why: string;
  /** Milliseconds since 1970: not before. It may be put off again then. */
  readonly untilMs: number;
}

/** What the loops of one process answer to 'why does this not begin?'. */
export interface Waits {
  /** From now on `ask` answers for a loop. */
  add(ask: () => readonly Wait[]): void;
  all(): readonly Wait[];
  /** Something may wait now. */
  changed(): void;
  /** The listener is called at each change. */
  onChanged(listener: () => void): void;
}

/** Nothing waits yet. */
export function waits(): Waits {
  const loops: (() => readonly Wait[])[] = [];
  const listeners: (() => void)[] = [];
  return {
    add: (ask) => void loops.push(ask),
    all: () => loops.flatMap((ask) => ask()),
    changed() {
      for (const listener of listeners) listener();
    },
    onChanged: (listener) => void listeners.push(listener),
  };
}
