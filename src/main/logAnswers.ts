import { EventStoreUnavailable, LogDamaged } from '../ports/eventStore.ts';
import type { Ports } from '../ports/ports.ts';

const LOOK_AGAIN_MS = 1_000;
const LOG_EVERY_MS = 30_000;

/**
 * Waits until the log can be read, as a service that runs already waits through an outage, and logs that it does. Resolves true then,
 * false when the signal aborts first. A damaged log is served as far as it can be read.
 */
export async function logAnswers(
  { store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<boolean> {
  const startedAtMs = clock.monotonicMs();
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      await store.end();
      return true;
    } catch (error) {
      if (error instanceof LogDamaged) return true;
      if (!(error instanceof EventStoreUnavailable)) throw error;
      const nowMs = clock.monotonicMs();
      if (nowMs - loggedAtMs >= LOG_EVERY_MS) {
        loggedAtMs = nowMs;
        const fields = { reason: error.message, waitedMs: Math.round(nowMs - startedAtMs) };
        log.warn(fields, 'the log cannot be read: the start waits for it');
      }
      await clock.sleep(LOOK_AGAIN_MS, signal);
    }
  }
  return false;
}
