import type { RecordedEvent } from '../../events/event.ts';
import { partitionOf } from '../../events/partitionOf.ts';
import type { Consumer } from './consumer.ts';
import type { AheadOptions } from './eventsAhead.ts';

/**
 * An ordered consumer that answers events with new events. `react` must be idempotent: it appends under
 * deterministic ids to deterministic streams with `no-stream`, so that a conflict means 'already done'.
 */
export interface Policy {
  readonly name: string;
  readonly types: readonly string[];
  /** The key that partitions are chosen by; null: every partition sees the event. */
  partitionKey(event: RecordedEvent): string | null;
  /** Reactions to one batch run concurrently, but none overtakes an event for which this is true. */
  ordered?(event: RecordedEvent): boolean;
  /** Reactions take turns by this key, however many one key has waiting; absent: they come in the order of the log. */
  turnOf?(event: RecordedEvent): string;
  /** Bounds of what is read ahead where reactions take turns; absent: the usual ones. */
  readonly ahead?: AheadOptions;
  /** Resolves when everything that had to be appended is on disk. */
  react(event: RecordedEvent): Promise<void>;
}

/** Reactions under way at once in one batch. */
const CONCURRENCY = 64;

/** The name and types of a policy's consumer, and how its events are partitioned. */
export function consumerOf(policy: Policy, partitions: number) {
  return {
    name: `policy:${policy.name}`,
    types: policy.types,
    partition: (event: RecordedEvent): number | 'all' => {
      const key = policy.partitionKey(event);
      return key === null ? 'all' : partitionOf(key, partitions);
    },
  };
}

/** A policy as a consumer: reactions of a batch run concurrently, and none overtakes an ordered event. */
export function policyConsumer(policy: Policy, partitions: number): Consumer {
  return {
    ...consumerOf(policy, partitions),
    async handle(events) {
      let concurrent: RecordedEvent[] = [];
      for (const event of events) {
        if (policy.ordered?.(event) !== true) {
          concurrent.push(event);
          continue;
        }
        await reactAll(policy, concurrent);
        concurrent = [];
        await policy.react(event);
      }
      await reactAll(policy, concurrent);
    },
  };
}

/** Rejects with the first fault once every reaction has ended, so that none still runs when the batch is repeated. */
async function reactAll(policy: Policy, events: readonly RecordedEvent[]): Promise<void> {
  const faults: unknown[] = [];
  const queue = events.values();
  const reactInTurn = async () => {
    for (const event of queue) {
      try {
        await policy.react(event);
      } catch (fault) {
        faults.push(fault);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, events.length) }, reactInTurn));
  if (faults.length > 0) throw faults[0];
}
