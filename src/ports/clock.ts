/**
 * Time, injected: a test moves it by hand. There are two readings of it. The wall clock tells what date it is, and may
 * be stepped by an operator or a time server; the monotonic one tells how long something takes, and is never stepped.
 */
export interface Clock {
  /** The date: milliseconds since 1970, UTC. Only for what is a date itself: due times, days, times of events. */
  nowMs(): number;
  /** Milliseconds since some fixed moment; never goes back. For deadlines, pauses, ages and durations. */
  monotonicMs(): number;
  /** Resolves after `ms` have passed, whatever the wall clock does, or at once when the signal aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in a later turn of the event loop: whatever is ready now goes first. */
  turn(): Promise<void>;
}

/** The instant that was written last: many events fall into one millisecond. */
let latest = { ms: Number.NaN, text: '' };

/** ISO 8601 with milliseconds, UTC: the one way instants are written. */
export function instant(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}
