import type { RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { Ports } from '../ports/ports.ts';
import { turnQueue } from '../ports/turnQueue.ts';
import type { Consumer } from './consumer.ts';
import type { Policy } from './policy.ts';
import { type ReadAhead, readAhead } from './readAhead.ts';

/** Reactions under way at once. */
const CONCURRENCY = 64;
/** Events that are read ahead of their reactions: who has fewer waiting than this before it is served at once. */
const MAX_AHEAD = 20_000;
const FIRST_FAULT_MS = 100;
const LONGEST_FAULT_MS = 5_000;

interface TurnsContext extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly signal: AbortSignal;
}

/**
 * A policy whose reactions take turns: events are read ahead, and each group has its next one reacted to after those of
 * the other groups, however many it has waiting. No checkpoint passes an event whose reaction has not come to its end;
 * a fault repeats the one reaction, and holds up no other.
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
  const ahead = readAhead();
  let underWay = 0;
  let onRoom: () => void = () => {};
  let onIdle: () => void = () => {};

  const run = async () => {
    for (let next = waiting.next(); next !== null && !signal.aborted; next = waiting.next()) {
      // One that has not come to its end stays unsafe: the next start reacts to it again.
      if (!(await reacted(policy, next.item.event, name, context))) break;
      ahead.settle(next.item);
      if (ahead.size < MAX_AHEAD) onRoom();
    }
    underWay--;
    if (underWay === 0) onIdle();
    if (signal.aborted) onRoom();
  };

  return {
    name,
    types: policy.types,
    partition: (event) => {
      const key = policy.partitionKey(event);
      return key === null ? 'all' : partitionOf(key, partitions);
    },
    async handle(events) {
      for (const event of events) waiting.add(turnOf(event), ahead.add(event));
      for (; underWay < CONCURRENCY && waiting.size > 0; underWay++) void run();
      while (ahead.size >= MAX_AHEAD && !signal.aborted)
        await new Promise<void>((resolve) => {
          onRoom = resolve;
        });
    },
    unsafe: ahead.unsafe,
    ended: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve;
        if (underWay === 0) resolve();
      }),
  };
}

/** Reacts until it succeeds; false when the service stops before. */
async function reacted(
  policy: Policy,
  event: RecordedEvent,
  consumer: string,
  { clock, log, metrics, signal }: TurnsContext,
): Promise<boolean> {
  for (let faultMs = FIRST_FAULT_MS; ; faultMs = Math.min(2 * faultMs, LONGEST_FAULT_MS)) {
    try {
      await policy.react(event);
      return true;
    } catch (error) {
      metrics.count('postledger_consumer_faults_total', { consumer });
      log.error({ consumer, event: event.id, err: error }, 'reaction failed, trying again');
    }
    await clock.sleep(faultMs, signal);
    if (signal.aborted) return false;
  }
}
