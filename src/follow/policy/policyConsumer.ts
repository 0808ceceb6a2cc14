import type { RecordedEvent } from '../../events/event.ts';
import { partitionOf } from '../../events/partitionOf.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import { turnQueue } from '../../queues/turnQueue.ts';
import { waiters } from '../../queues/waiters.ts';
import type { Consumer } from '../consumer.ts';
import { type AheadOptions, eventsAhead } from './eventsAhead.ts';
import { faultyReactions } from './faultyReactions.ts';
import type { ReadAhead } from './memoryShares.ts';
import { readAgain } from './readAgain.ts';

/** Reactions under way at once. */
const CONCURRENCY = 64;
/** Between two reports of how old the oldest event is that is not finished. */
const REPORT_EVERY_MS = 500;
/** Owners with a range of the log to read again, at most: some hundred bytes each. */
const MAX_OWNERS_TO_READ = 100_000;

/**
 * What answers events with new events. `react` must be idempotent: it appends under deterministic ids to deterministic
 * streams with `no-stream`, so that a conflict means 'already done'.
 */
export interface Policy {
  readonly name: string;
  readonly types: readonly string[];
  /** The key that partitions are chosen by; null: every partition sees the event. */
  partitionKey(event: RecordedEvent): string | null;
  /** Reactions take turns by this owner, however many one owner has waiting; those of one begin in the order of the log. */
  turnOf(event: RecordedEvent): string;
  /** Bounds of what is read ahead; absent: the usual ones. */
  readonly ahead?: AheadOptions;
  /** Resolves when everything that had to be appended is on disk. */
  react(event: RecordedEvent): Promise<void>;
}

interface PolicyDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly signal: AbortSignal;
}

/**
 * A policy as a consumer. Its reactions take turns: events are read ahead, and after one reaction of an owner come those of
 * the other owners, however many it has waiting. Events beyond an owner's share of the memory wait in the log, and are read
 * again before its turn (decision 0068). No checkpoint passes an event whose reaction has not ended; a fault repeats only that
 * reaction, and delays no other.
 */
export function policyConsumer(
  policy: Policy,
  partitions: number,
  dependencies: PolicyDependencies,
): Consumer {
  const { clock, signal } = dependencies;
  const consumer = consumerOf(policy, partitions);
  const waiting = turnQueue<ReadAhead>();
  const ahead = eventsAhead(policy.ahead);
  let underWay = 0;
  const room = waiters();
  let onIdle: () => void = () => {};
  const place = (event: RecordedEvent) => ({
    owner: policy.turnOf(event),
    partition: consumer.partition(event),
  });

  const add = (entries: readonly ReadAhead[]) => {
    for (const entry of entries) waiting.add(entry.owner, entry);
    if (ahead.ownersToRead < MAX_OWNERS_TO_READ) room.wakeAll();
    pump();
  };
  const faulty = faultyReactions(dependencies, (entries) => add(entries));
  const pump = () => {
    while (underWay < CONCURRENCY && !signal.aborted) {
      const next = waiting.next(faulty.mayGoOn);
      if (next === null) return;
      underWay++;
      void run(next.item);
    }
  };
  const run = async (entry: ReadAhead) => {
    faulty.begun(entry);
    try {
      await policy.react(entry.event);
      faulty.succeeded(entry);
      ahead.settle(entry);
    } catch (error) {
      // While paused it takes no place of another; after a stop it stays unfinished, and the next start reacts to it.
      reportFault(dependencies, consumer.name, entry, faulty.repeatLater(entry) ? error : null);
    }
    underWay--;
    again.start();
    pump();
    if (underWay === 0) onIdle();
  };
  const again = readAgain({ ...dependencies, consumer, ahead, place, onTaken: add });

  return {
    ...consumer,
    async handle(events) {
      add(events.flatMap((event) => ahead.take(event, place(event)) ?? []));
      again.start();
      while (ahead.ownersToRead >= MAX_OWNERS_TO_READ && !signal.aborted) await room.wait(signal);
    },
    unsafe: ahead.unsafe,
    interrupted: (turn) => (ahead.unsafe() === null ? null : clock.sleep(REPORT_EVERY_MS, turn)),
    async ended() {
      await again.ended();
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    },
  };
}

/** The name and types of a policy's consumer, and how its events are partitioned. */
function consumerOf(policy: Policy, partitions: number) {
  return {
    name: `policy:${policy.name}`,
    types: policy.types,
    partition: (event: RecordedEvent): number | 'all' => {
      const key = policy.partitionKey(event);
      return key === null ? 'all' : partitionOf(key, partitions);
    },
  };
}

/** `error`: null where it has been logged already. */
function reportFault(
  { metrics, log }: PolicyDependencies,
  consumer: string,
  { event }: ReadAhead,
  error: unknown,
): void {
  metrics.count('postledger_consumer_faults_total', { consumer });
  if (error !== null) log.error({ consumer, event: event.id, err: error }, 'reaction failed, trying again');
}
