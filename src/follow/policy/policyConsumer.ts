import type { Position, RecordedEvent } from '../../events/event.ts';
import { partitionOf } from '../../events/partitionOf.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import { turnQueue } from '../../queues/turnQueue.ts';
import { waiters } from '../../queues/waiters.ts';
import type { Consumer } from '../consumer.ts';
import { type AheadBounds, eventsAhead } from './eventsAhead.ts';
import { faultyOwners } from './faultyOwners.ts';
import type { ReadAhead } from './memoryShares.ts';

/** Reactions under way at once. */
const CONCURRENCY = 64;
/** Owners with a range of the log to read again, at most: some hundred bytes each. */
const MAX_OWNERS_TO_READ = 100_000;
const PAGE_EVENTS = 1_000;
/** A follower of the log's leader may not have an event yet that was seen before: then it waits so long. */
const NOT_YET_MS = 100;

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
  readonly bounds?: AheadBounds;
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
 * again before its turn. No checkpoint passes an event whose reaction has not ended; a fault repeats only that
 * reaction, and delays no other.
 */
export function policyConsumer(
  policy: Policy,
  partitions: number,
  dependencies: PolicyDependencies,
): Consumer {
  const { clock, store, signal } = dependencies;
  const { types, turnOf } = policy;
  const name = `policy:${policy.name}`;
  const partition = (event: RecordedEvent): number | 'all' => {
    const key = policy.partitionKey(event);
    return key === null ? 'all' : partitionOf(key, partitions);
  };
  const place = (event: RecordedEvent) => ({ owner: turnOf(event), partition: partition(event) });
  const ahead = eventsAhead(policy.bounds);
  const wanted = waiters();
  let wake = () => {};
  /** After what to read on for an owner whose share is half empty. */
  let again: Position | null = null;
  const reactions = reactionsOf({ ...policy, name }, dependencies, (entry) => {
    ahead.settle(entry);
    again ??= ahead.readAgainAfter();
    if (again === null) return;
    wanted.wakeAll();
    wake();
  });
  /** Reads one page of what was left in the log. */
  const readAgain = async () => {
    const after = again ?? ahead.readAgainAfter();
    again = null;
    if (after === null) return;
    const batch = await store.readAll({ after, limit: PAGE_EVENTS, types });
    reactions.add(ahead.takeAgain(after, batch, place));
    if (batch.position <= after) await clock.sleep(NOT_YET_MS, signal);
    again = ahead.readAgainAfter();
    if (again !== null) wake();
  };
  return {
    ...{ name, types, partition, isAwaited: true },
    async handle(events) {
      while (ahead.ownersToRead >= MAX_OWNERS_TO_READ && !signal.aborted) {
        if (again === null) await wanted.wait(signal);
        await readAgain();
      }
      reactions.add(events.flatMap((event) => ahead.take(event, place(event)) ?? []));
    },
    unsafe: ahead.unsafe,
    between: readAgain,
    onStart(ends) {
      wake = ends;
    },
    ended: reactions.ended,
  };
}

/** Reactions by turns of their owners. `onEnd` is called after each; one that failed comes again. */
function reactionsOf(
  { name, react }: Pick<Policy, 'name' | 'react'>,
  { clock, log, metrics, signal }: PolicyDependencies,
  onEnd: (entry: ReadAhead) => void,
) {
  const waiting = turnQueue<ReadAhead>();
  let underWay = 0;
  let onIdle: () => void = () => {};
  const pump = () => {
    while (underWay < CONCURRENCY && !signal.aborted) {
      const next = waiting.next(faulty.mayGoOn);
      if (next === null) return;
      underWay++;
      void run(next.item);
    }
  };
  const faulty = faultyOwners({ clock, signal }, pump);
  const run = async (entry: ReadAhead) => {
    const { owner, event } = entry;
    faulty.begun(owner);
    try {
      await react(event);
      faulty.succeeded(owner);
      onEnd(entry);
    } catch (error) {
      // While it waits it takes no place of another; after a stop it stays unfinished, and the next start reacts to it.
      waiting.add(owner, entry);
      metrics.count('postledger_consumer_faults_total', { consumer: name });
      if (faulty.failed(owner))
        log.error({ consumer: name, event: event.id, err: error }, 'reaction failed, trying again');
    }
    underWay--;
    pump();
    if (underWay === 0) onIdle();
  };
  return {
    add(entries: readonly ReadAhead[]) {
      for (const entry of entries) waiting.add(entry.owner, entry);
      pump();
    },
    /** After the signal has aborted: resolves once none is under way. */
    async ended() {
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    },
  };
}
