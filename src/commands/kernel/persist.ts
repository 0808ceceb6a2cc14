import type { Clock } from '../../ports/clock.ts';
import { EventStoreUnavailable } from '../../ports/eventStore.ts';

/** Waits between the attempts to append while the log is away: what was done must not go unrecorded lightly. */
const PATIENCE_MS = [100, 500, 2_000];
/** The wait between any further ones, of those who go on. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Appends what has happened already, and repeats it with the same event ids while the log is unavailable: the log
 * recognises them. Without a signal it gives up after 2.6 seconds, with one when that aborts.
 * @throws EventStoreUnavailable when the log stays away; whatever else `append` throws, at once
 */
export async function persist<Result>(
  clock: Clock,
  append: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await append();
    } catch (error) {
      const gone = signal === undefined ? attempt === PATIENCE_MS.length : signal.aborted;
      if (!(error instanceof EventStoreUnavailable) || gone) throw error;
    }
    await clock.sleep(PATIENCE_MS[attempt] ?? LONGEST_WAIT_MS, signal);
  }
}
