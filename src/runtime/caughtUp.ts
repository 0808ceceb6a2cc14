import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import type { Checkpoints } from './checkpoints.ts';

const LOOK_EVERY_MS = 50;
const TELL_EVERY_MS = 5_000;

/**
 * Resolves once the named consumers have passed what the log held when this was called, or when the signal aborts.
 * After a rebuild or a long absence that takes its time, which is told.
 */
export async function caughtUp(
  consumers: readonly string[],
  { store, checkpoints, clock, log }: { store: EventStore; checkpoints: Checkpoints; clock: Clock; log: Log },
  signal: AbortSignal,
): Promise<void> {
  const head = await store.head();
  let toldAtMs = clock.nowMs();
  for (const consumer of consumers) {
    while (!signal.aborted) {
      const position = await checkpoints.lowest(consumer);
      if (position >= head) break;
      if (clock.nowMs() - toldAtMs >= TELL_EVERY_MS) {
        toldAtMs = clock.nowMs();
        log.info({ consumer, position, head }, 'waiting for the read models to catch up');
      }
      await clock.sleep(LOOK_EVERY_MS, signal);
    }
  }
}
