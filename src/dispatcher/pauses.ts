import type { Clock } from '../ports/clock.ts';
import { delayQueue } from '../queues/delayQueue.ts';

/** Deliveries that go on after a pause by the monotonic clock: a step of the wall clock changes nothing. */
export interface Pauses {
  /** False when there are too many pauses: then the date in the index decides. */
  add(ms: number, goOn: () => void): boolean;
  /** Goes on with those whose pause is over. */
  resume(): void;
  /** Milliseconds until the next one is over; infinite when none is known. */
  nextInMs(): number;
}

const MAX_PAUSES = 16_384;

/** `maxPauses`: the most pauses in memory. */
export function pausesBy(clock: Pick<Clock, 'monotonicMs'>, maxPauses = MAX_PAUSES): Pauses {
  const pauses = delayQueue<() => void>();
  let paused = 0;
  return {
    add(ms, goOn) {
      if (paused >= maxPauses) return false;
      paused++;
      pauses.add(clock.monotonicMs() + ms, goOn);
      return true;
    },
    resume() {
      for (;;) {
        const goOn = pauses.takeDue(clock.monotonicMs());
        if (goOn === null) return;
        paused--;
        goOn();
      }
    },
    nextInMs() {
      return Math.max(0, (pauses.nextAtMs() ?? Number.POSITIVE_INFINITY) - clock.monotonicMs());
    },
  };
}
