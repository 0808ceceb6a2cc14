import { BEGINNING, type Position, type RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { Ports } from '../ports/ports.ts';
import type { Consumer } from './consumer.ts';
import type { Policy } from './policy.ts';

/** Reactions under way at once. */
const CONCURRENCY = 64;
/** Events that are read ahead of their reactions: who has fewer waiting than this before it is served at once. */
const MAX_AHEAD = 20_000;
const FIRST_FAULT_MS = 100;
const LONGEST_FAULT_MS = 5_000;

interface Entry {
  readonly event: RecordedEvent;
  /** Position of the event read before it. */
  readonly before: Position;
  isSafe: boolean;
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
  {
    clock,
    log,
    metrics,
    signal,
  }: Pick<Ports, 'clock' | 'log' | 'metrics'> & { readonly signal: AbortSignal },
): Consumer {
  const name = `policy:${policy.name}`;
  const groups = new Map<string, Entry[]>();
  /** In the order of the log. */
  let entries: Entry[] = [];
  let firstUnsafe = 0;
  let lastRead: Position = BEGINNING;
  /** Whether what is kept came in the order of the log: then the first that is unsafe is the oldest. */
  let isOrdered = true;
  let underWay = 0;
  let onRoom: () => void = () => {};

  const ahead = () => entries.length - firstUnsafe;
  const settled = (entry: Entry) => {
    entry.isSafe = true;
    while (entries[firstUnsafe]?.isSafe) firstUnsafe++;
    if (firstUnsafe === entries.length) isOrdered = true;
    if (firstUnsafe > MAX_AHEAD || firstUnsafe === entries.length) {
      entries = entries.slice(firstUnsafe);
      firstUnsafe = 0;
    }
    if (ahead() < MAX_AHEAD) onRoom();
  };
  const take = (): Entry | null => {
    const [first] = groups;
    if (first === undefined) return null;
    const [group, waiting] = first;
    const entry = waiting.shift();
    groups.delete(group);
    // Behind the other groups.
    if (waiting.length > 0) groups.set(group, waiting);
    return entry ?? null;
  };
  const react = async ({ event }: Entry): Promise<void> => {
    for (let faultMs = FIRST_FAULT_MS; ; faultMs = Math.min(2 * faultMs, LONGEST_FAULT_MS)) {
      try {
        return await policy.react(event);
      } catch (error) {
        metrics.count('postledger_consumer_faults_total', { consumer: name });
        log.error({ consumer: name, event: event.id, err: error }, 'reaction failed, trying again');
      }
      await clock.sleep(faultMs, signal);
      if (signal.aborted) throw new Error('the service stops');
    }
  };
  const run = async () => {
    for (let entry = take(); entry !== null && !signal.aborted; entry = take()) {
      try {
        await react(entry);
      } catch {
        // It stays unsafe: the next start reacts to it again.
        break;
      }
      settled(entry);
    }
    underWay--;
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
      for (const event of events) {
        // A partition that has come back is read again from its checkpoint: then nothing is known to be before.
        const isNext = lastRead < event.position;
        if (!isNext) isOrdered = false;
        const before = isNext ? lastRead : BEGINNING;
        const entry: Entry = { event, before, isSafe: false };
        lastRead = event.position;
        entries.push(entry);
        const group = turnOf(event);
        const waiting = groups.get(group);
        if (waiting === undefined) groups.set(group, [entry]);
        else waiting.push(entry);
      }
      for (; underWay < CONCURRENCY && groups.size > 0; underWay++) void run();
      while (ahead() >= MAX_AHEAD && !signal.aborted)
        await new Promise<void>((resolve) => {
          onRoom = resolve;
        });
    },
    unsafe() {
      let oldest: Entry | null = null;
      for (let at = firstUnsafe; at < entries.length; at++) {
        const entry = entries[at];
        if (entry === undefined || entry.isSafe) continue;
        if (oldest === null || entry.before < oldest.before) oldest = entry;
        if (isOrdered) break;
      }
      return oldest === null ? null : { oldest: oldest.event, safe: oldest.before };
    },
  };
}
