/** What slices need of a clock; one clock is one event loop. */
export interface SliceClock {
  monotonicMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in a later turn of the event loop. */
  turn(): Promise<void>;
}

const SLICE_MS = 1;
/** While short work is under way, long work waits this many times as long as its last slice took. */
const WAIT_TIMES = 3;
/** A slice that took longer was itself waiting for something. */
const LONGEST_SLICE_MS = 5;
/** What a piece of long work has started and not ended, while there was short work within the last second. */
const STARTED_NEXT_TO_SHORT = 8;
const ALONE_AFTER_MS = 1_000;

interface Line {
  /** When the last slice that waits begins. */
  begins: Promise<void>;
  short: number;
  /** When short work last ended. */
  shortUntilMs: number;
  /** Of the slice that waits: aborts when no short work is under way any more. */
  idle: AbortController | null;
}

const lines = new WeakMap<SliceClock, Line>();

function lineOf(clock: SliceClock): Line {
  const known = lines.get(clock);
  if (known !== undefined) return known;
  const made: Line = {
    begins: Promise.resolve(),
    short: 0,
    shortUntilMs: Number.NEGATIVE_INFINITY,
    idle: null,
  };
  lines.set(clock, made);
  return made;
}

/**
 * Cuts long work into slices. To be awaited between its steps: at once while the slice is shorter than a millisecond, else
 * when the next one may begin. Of all long work there is, one slice begins in a turn of the event loop; and while short work
 * is under way, all long work together has a quarter of the time.
 */
export function slices(clock: SliceClock): () => Promise<void> {
  let sinceMs = clock.monotonicMs();
  return async () => {
    const tookMs = clock.monotonicMs() - sinceMs;
    if (tookMs < SLICE_MS) return;
    await nextSlice(clock, tookMs);
    sinceMs = clock.monotonicMs();
  };
}

/** When a slice of long work may begin. `tookMs`: how long the one before it took. */
export function nextSlice(clock: SliceClock, tookMs = SLICE_MS): Promise<void> {
  const line = lineOf(clock);
  const waitMs = WAIT_TIMES * Math.min(tookMs, LONGEST_SLICE_MS);
  line.begins = line.begins.then(async () => {
    if (line.short > 0) {
      line.idle = new AbortController();
      await clock.sleep(waitMs, line.idle.signal);
      line.idle = null;
    }
    await clock.turn();
  });
  return line.begins;
}

/** Short work begins, such as a request; the function ends it, once. */
export function shortWork(clock: SliceClock): () => void {
  const line = lineOf(clock);
  line.short += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    line.short -= 1;
    line.shortUntilMs = clock.monotonicMs();
    if (line.short === 0) line.idle?.abort();
  };
}

/**
 * Starts work on each item, in slices. Next to short work only a few are under way: a store that takes together what is
 * appended at the same time would keep the short work's appends waiting for all of them. Resolves with the outcomes in
 * their order, as `Promise.allSettled` does.
 */
export async function settledInSlices<Item, Result>(
  clock: SliceClock,
  items: readonly Item[],
  start: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const line = lineOf(clock);
  const giveWay = slices(clock);
  const isAlone = () => line.short === 0 && clock.monotonicMs() - line.shortUntilMs >= ALONE_AFTER_MS;
  const started: Promise<PromiseSettledResult<Result>[]>[] = [];
  let underWay = 0;
  let endedOne = () => {};
  for (const item of items) {
    while (underWay >= STARTED_NEXT_TO_SHORT && !isAlone())
      await new Promise<void>((resolve) => {
        endedOne = resolve;
      });
    underWay += 1;
    const outcome = Promise.allSettled([start(item)]);
    started.push(outcome);
    void outcome.then(() => {
      underWay -= 1;
      endedOne();
    });
    await giveWay();
  }
  return (await Promise.all(started)).flat();
}
