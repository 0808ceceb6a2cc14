import { untilTick } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import type { BackgroundThrottle } from './follow/backgroundThrottle.ts';
import type { Notify } from './follow/notify.ts';

export interface LooksContext extends Pick<Ports, 'clock' | 'log'> {
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** A look is made this often even without a notification: it may be lost, or the wall clock be set. */
const LOOK_EVERY_MS = 1_000;
const SOONEST_LOOK_MS = 5;
const FAULT_RETRY_MS = 1_000;

/**
 * Looks for work until the signal aborts: again after as many milliseconds as a look resolves with, at a notification, and
 * at least once a second. A look that fails is logged.
 */
export async function runLooks(
  worker: string,
  look: () => Promise<number>,
  notifications: Notify,
  { clock, log, throttle, signal }: LooksContext,
): Promise<void> {
  while (!signal.aborted) {
    let waitMs: number;
    const startedAtMs = clock.monotonicMs();
    try {
      waitMs = Math.max(SOONEST_LOOK_MS, Math.min(await look(), untilTick(clock, LOOK_EVERY_MS)));
    } catch (error) {
      log.error({ worker, err: error }, 'work index could not be read');
      waitMs = FAULT_RETRY_MS;
    }
    await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
    await notifications.wait(waitMs, signal);
  }
}
