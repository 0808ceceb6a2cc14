import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { partitionOf } from '../../events/partitionOf.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import { waiters } from '../../queues/waiters.ts';
import type { Consumer } from '../consumer.ts';
import { type AheadBounds, type Entry, type OwnerQueues, ownerQueues } from './ownerQueues.ts';

/** Reactions under way at once. */
const CONCURRENCY = 64;
/** Owners with something left in the log, at most: some hundred bytes each. */
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
  const queues = ownerQueues(turnOf, clock, policy.bounds);
  const wanted = waiters();
  let wake = () => {};
  /** How far it had read in each partition that it holds, before the next events. */
  let positions: ReadonlyMap<number, Position> = new Map();
  // By its places, not by leases: one that goes and comes back between two steps leaves the place, and nothing is read again.
  const isHeld = (event: RecordedEvent) => {
    const own = partition(event);
    return own === 'all' || positions.has(own);
  };
  /** After what to read on for an owner whose share is half empty. */
  let again: Position | null = null;
  const reactions = reactionsOf({ ...policy, name }, queues, dependencies, () => {
    again ??= queues.readAgainAfter();
    if (again === null) return;
    wanted.wakeAll();
    wake();
  });
  /** Reads one page of what was left in the log. */
  const readAgain = async () => {
    const after = again ?? queues.readAgainAfter();
    again = null;
    if (after === null) return;
    const page = await store.readAll({ after, limit: PAGE_EVENTS, types });
    queues.takeAgain(after, page, isHeld);
    reactions.begin();
    if (page.position <= after) await clock.sleep(NOT_YET_MS, signal);
    again = queues.readAgainAfter();
    if (again !== null) wake();
  };
  return {
    ...{ name, types, partition, isAwaited: true },
    async handle(events) {
      while (queues.ownersToRead() >= MAX_OWNERS_TO_READ && !signal.aborted) {
        if (again === null) await wanted.wait(signal);
        await readAgain();
      }
      let [before = BEGINNING] = [...positions.values()].sort();
      for (const event of events) {
        queues.take(event, before);
        before = event.position;
      }
      reactions.begin();
    },
    unsafe: queues.unsafe,
    between(now) {
      positions = now;
      return readAgain();
    },
    onStart(ends) {
      wake = ends;
    },
    ended: reactions.ended,
  };
}

/** Reactions by turns of their owners. `onEnd` is called after each that succeeded; one that failed comes again. */
function reactionsOf(
  { name, react }: Pick<Policy, 'name' | 'react'>,
  queues: OwnerQueues,
  { clock, log, metrics, signal }: PolicyDependencies,
  onEnd: () => void,
) {
  let underWay = 0;
  let onIdle: () => void = () => {};
  const begin = () => {
    while (underWay < CONCURRENCY && !signal.aborted) {
      const entry = queues.next();
      if (entry === null) return;
      underWay++;
      void run(entry);
    }
  };
  const run = async (entry: Entry) => {
    try {
      await react(entry.event);
      queues.succeeded(entry);
      onEnd();
    } catch (error) {
      // While it waits it takes no place of another; after a stop it stays unfinished, and the next start reacts to it.
      metrics.count('postledger_consumer_faults_total', { consumer: name });
      const pause = queues.failed(entry);
      if (pause?.isFirst)
        log.error({ consumer: name, event: entry.event.id, err: error }, 'reaction failed, trying again');
      if (pause) void clock.sleep(pause.pauseMs, signal).then(begin);
    }
    underWay--;
    begin();
    if (underWay === 0) onIdle();
  };
  return {
    begin,
    /** After the signal has aborted: resolves once none is under way. */
    async ended() {
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    },
  };
}
