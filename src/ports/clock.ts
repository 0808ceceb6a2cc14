/**
 * Time, injected, so that a test can set it. There are two clocks. The wall clock has the date, and may be stepped by an
 * operator or a time server. The monotonic clock measures durations, and is never stepped.
 */
export interface Clock {
  /** The date: milliseconds since 1970, UTC. Only for dates: due times, days, times of events. */
  nowMs(): number;
  /** Milliseconds since some fixed time; never goes back. For deadlines, pauses, ages and durations. */
  monotonicMs(): number;
  /** Resolves after `ms` of monotonic time, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in a later turn of the event loop: what is ready now goes first. */
  turn(): Promise<void>;
}

/**
 * Milliseconds until the next whole multiple of `everyMs` of monotonic time. What is done again and again waits like this:
 * an idle process then wakes once for all that is regular, and not for each by itself.
 */
export const untilTick = (clock: Pick<Clock, 'monotonicMs'>, everyMs: number): number =>
  everyMs - (clock.monotonicMs() % everyMs);

/** The result of work, or undefined when it takes longer than `ms`: it goes on all the same. Rejects as the work does. */
export async function within<Result>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const over = new AbortController();
  const late = clock.sleep(ms, over.signal).then(() => undefined);
  // Without a reason it would make an error with a stack, which costs more than the rest.
  return Promise.race([work, late]).finally(() => over.abort('the work has ended'));
}

/** Cache of the last instant: many events fall into one millisecond. */
let latest = { ms: Number.NaN, text: '' };

/** Writes an instant as ISO 8601 with milliseconds, UTC. All instants are written like this. */
export function instant(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}
