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

/** What a loop says, which need not name itself. */
export type LoopWait = Omit<Wait, 'worker'>;

/** What the loops of one process answer to 'why does this not begin?'. */
export interface Waits {
  /** From now on `ask` answers for a loop. `changes`: how often what waits has changed there; it never falls. */
  add(worker: string, ask: () => Iterable<LoopWait>, changes: () => number): void;
  /** They may be many: it costs what is taken of them. */
  all(): Iterable<Wait>;
  /** A loop has looked at its work: what waits may have changed. */
  looked(): void;
  /** The listener is called after looks that have changed something. */
  onChanged(listener: () => void): void;
}

/** Nothing waits yet. */
export function waits(): Waits {
  const loops: Parameters<Waits['add']>[] = [];
  const listeners: (() => void)[] = [];
  let seen = 0;
  return {
    add: (...loop) => void loops.push(loop),
    *all() {
      for (const [worker, ask] of loops) for (const wait of ask()) yield { worker, ...wait };
    },
    looked() {
      const now = loops.reduce((sum, [, , changes]) => sum + changes(), 0);
      if (now > seen) for (const listener of listeners) listener();
      seen = now;
    },
    onChanged: (listener) => void listeners.push(listener),
  };
}
