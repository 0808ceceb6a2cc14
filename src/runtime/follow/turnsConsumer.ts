import type { RecordedEvent } from '../../events/event.ts';
import { partitionOf } from '../../events/partitionOf.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import { turnQueue } from '../../queues/turnQueue.ts';
import type { Consumer } from './consumer.ts';
import { eventsAhead } from './eventsAhead.ts';
import { faultyReactions } from './faultyReactions.ts';
import type { ReadAhead } from './memoryShares.ts';
import type { Policy } from './policy.ts';
import { readAgain } from './readAgain.ts';

/** Reactions under way at once. */
const CONCURRENCY = 64;
/** Groups of whom a range of the log is remembered at most: some hundred bytes each. */
const MAX_BEHIND = 100_000;

interface TurnsContext extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly signal: AbortSignal;
}

/**
 * A policy whose reactions take turns: events are read ahead, and each group has its next one reacted to after those of
 * the other groups, however many it has waiting. What a group has beyond its share of the memory waits in the log, and is
 * read again when its turn comes near (decision 0068). No checkpoint passes an event whose reaction has not come to its
 * end; a fault repeats the one reaction, and holds up no other.
 */
export function turnsConsumer(
  policy: Policy,
  turnOf: (event: RecordedEvent) => string,
  partitions: number,
  context: TurnsContext,
): Consumer {
  const { signal } = context;
  const name = `policy:${policy.name}`;
  const waiting = turnQueue<ReadAhead>();
  const ahead = eventsAhead();
  let underWay = 0;
  let onRoom: () => void = () => {};
  let onIdle: () => void = () => {};
  const partition = partitionIn(policy, partitions);
  const place = (event: RecordedEvent) => ({ owner: turnOf(event), partition: partition(event) });

  const add = (entries: readonly ReadAhead[]) => {
    for (const entry of entries) waiting.add(entry.owner, entry);
    if (ahead.behind < MAX_BEHIND) onRoom();
    pump();
  };
  const faulty = faultyReactions(context, (entries) => add(entries));
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
      // Meanwhile it takes nobody's place; behind a stop it stays unsafe, and the next start reacts to it.
      tellFault(context, name, entry, faulty.repeatLater(entry) ? error : null);
    }
    underWay--;
    again.look();
    pump();
    if (underWay === 0) onIdle();
  };
  const again = readAgain({ ...context, consumer: name, types: policy.types, ahead, place, onTaken: add });
  signal.addEventListener('abort', () => onRoom(), { once: true });

  return {
    name,
    types: policy.types,
    partition,
    async handle(events) {
      add(events.flatMap((event) => ahead.take(event, place(event)) ?? []));
      again.look();
      while (ahead.behind >= MAX_BEHIND && !signal.aborted)
        await new Promise<void>((resolve) => {
          onRoom = resolve;
        });
    },
    unsafe: ahead.unsafe,
    async ended() {
      await again.ended();
      await new Promise<void>((resolve) => {
        onIdle = resolve;
        if (underWay === 0) resolve();
      });
    },
  };
}

const partitionIn =
  (policy: Policy, partitions: number) =>
  (event: RecordedEvent): number | 'all' => {
    const key = policy.partitionKey(event);
    return key === null ? 'all' : partitionOf(key, partitions);
  };

/** `error`: null where it has been told already. */
function tellFault(
  { metrics, log }: TurnsContext,
  consumer: string,
  { event }: ReadAhead,
  error: unknown,
): void {
  metrics.count('postledger_consumer_faults_total', { consumer });
  if (error !== null) log.error({ consumer, event: event.id, err: error }, 'reaction failed, trying again');
}
