/** Something of a work index that does not begin now: an item, or without `key` all of a lane that has not begun. */
export interface Wait {
  /** The name of the worker, as in its metrics. */
  readonly worker: string;
  readonly lane: string;
  readonly key?: string;
  /** A clause in plain words, without personal data: `the workspace is suspended`. */
  readonly why: string;
  /** Milliseconds since 1970: not before, and it may be put off again then. Null: any moment. */
  readonly untilMs: number | null;
}

/** What a loop says, which need not name itself. */
export type LoopWait = Omit<Wait, 'worker'>;

/** What the loops of one process answer to 'why does this not begin?'. */
export interface Waits {
  /** From now on `ask` answers for a loop. */
  add(worker: string, ask: () => Iterable<LoopWait>): void;
  /** They may be many: it costs what is taken of them. */
  all(): Iterable<Wait>;
}

/** Nothing waits yet. */
export function waits(): Waits {
  const loops: Parameters<Waits['add']>[] = [];
  return {
    add: (...loop) => void loops.push(loop),
    *all() {
      for (const [worker, ask] of loops) for (const wait of ask()) yield { worker, ...wait };
    },
  };
}
