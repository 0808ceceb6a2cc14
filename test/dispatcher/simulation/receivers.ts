import { type EndpointHealth, endpointHealth } from '../../../src/dispatcher/endpointHealth.ts';
import type { PostOutcome } from '../../../src/ports/poster.ts';
import type { Random } from '../../support/seededRandom.ts';
import type { Moment } from './deliveryRules.ts';
import type { EventfulClock } from './eventfulClock.ts';
import { answerOf } from './process.ts';

const MOST_IN_FLIGHT = 8;
const SOON_MS = 2_000;
const TIMEOUT_MS = 10_000;

interface Receiver {
  open: number;
  readonly health: EndpointHealth;
  able: Moment;
}

const later = (one: Moment, other: Moment): Moment => (one.monotonicMs > other.monotonicMs ? one : other);

/** What answers, as one process meets it: so many posts at once, and one alone to an endpoint that is unknown or silent (decision 0043). */
export function receivers(random: Random, clock: EventfulClock, breaches: string[]) {
  const known = new Map<string, Receiver>();
  const begunAt = clock.now();
  const of = (endpointId: string): Receiver => {
    const receiver = known.get(endpointId) ?? { open: 0, health: endpointHealth(), able: begunAt };
    known.set(endpointId, receiver);
    return receiver;
  };
  const isFull = ({ open, health: { speedClass } }: Receiver) =>
    open >= (speedClass === 'silent' || speedClass === 'unknown' ? 1 : MOST_IN_FLIGHT);
  return {
    /** Since when a slot has been free. */
    able: (endpointId: string, orAt: Moment): Moment => later(of(endpointId).able, orAt),
    async answer(endpointId: string): Promise<PostOutcome> {
      const receiver = of(endpointId);
      if (isFull(receiver)) breaches.push(`${endpointId}: ${receiver.open + 1} posts at once`);
      receiver.open += 1;
      const outcome = answerOf(random, endpointId);
      const isSilent = outcome.outcome === 'failed' && outcome.reason === 'timeout';
      const isSlow = random() < 0.05;
      const durationMs = isSilent ? TIMEOUT_MS : Math.ceil(random() * (isSlow ? TIMEOUT_MS - 1 : 1_000));
      await clock.sleep(durationMs);
      const wasFull = isFull(receiver);
      receiver.open -= 1;
      if (outcome.outcome === 'answered') receiver.health.answered(durationMs);
      else if (isSilent || durationMs > SOON_MS) receiver.health.answered('silence');
      if (wasFull && !isFull(receiver)) receiver.able = clock.now();
      return outcome;
    },
  };
}
