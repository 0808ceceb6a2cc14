import type { Clock } from '../../ports/clock.ts';
import { EventStoreUnavailable } from '../../ports/eventStore.ts';

/** Waits between attempts while the log is unavailable: what has happened must be recorded. */
const WAITS_MS = [100, 500, 2_000];
/** The wait between all further attempts, when there is a signal. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Appends what has happened already, and retries with the same event ids while the log is unavailable: the log
 * recognises them. Without a signal it gives up after 2.6 seconds, with one when that aborts, though not sooner.
 * @throws EventStoreUnavailable when the log stays unavailable; any other error of `append`, at once
 */
export async function appendWithRetry<Result>(
  clock: Clock,
  append: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await append();
    } catch (error) {
      const isOver = attempt >= WAITS_MS.length && (signal === undefined || signal.aborted);
      if (!(error instanceof EventStoreUnavailable) || isOver) throw error;
    }
    const waitMs = WAITS_MS[attempt];
    // A service that stops waits for a log that is away for a moment, too.
    await (waitMs === undefined ? clock.sleep(LONGEST_WAIT_MS, signal) : clock.sleep(waitMs));
  }
}
