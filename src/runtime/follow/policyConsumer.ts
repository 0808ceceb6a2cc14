import type { RecordedEvent } from '../../events/event.ts';
import { partitionOf } from '../../events/partitionOf.ts';
import type { Consumer } from './consumer.ts';
import type { Policy } from './policy.ts';

/** Reactions under way at once in one batch. */
const CONCURRENCY = 64;

/** A policy as a consumer: reactions of a batch run side by side, and none overtakes an ordered event. */
export function policyConsumer(policy: Policy, partitions: number): Consumer {
  return {
    name: `policy:${policy.name}`,
    types: policy.types,
    partition: (event) => {
      const key = policy.partitionKey(event);
      return key === null ? 'all' : partitionOf(key, partitions);
    },
    async handle(events) {
      let stretch: RecordedEvent[] = [];
      for (const event of events) {
        if (policy.ordered?.(event) !== true) {
          stretch.push(event);
          continue;
        }
        await reactAll(policy, stretch);
        stretch = [];
        await policy.react(event);
      }
      await reactAll(policy, stretch);
    },
  };
}

/** Rejects with the first fault once every reaction has ended, so that none runs on behind a repetition. */
async function reactAll(policy: Policy, events: readonly RecordedEvent[]): Promise<void> {
  const faults: unknown[] = [];
  const queue = events.values();
  const lane = async () => {
    for (const event of queue) {
      try {
        await policy.react(event);
      } catch (fault) {
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, events.length) }, lane));
  if (faults.length > 0) throw faults[0];
}
