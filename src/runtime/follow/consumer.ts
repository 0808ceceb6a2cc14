import type { Position, RecordedEvent } from '../../events/event.ts';
import type { EventBatch } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import type { BackgroundThrottle } from './backgroundThrottle.ts';
import type { CheckpointSaver } from './checkpointSaver.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type Cursors, cursorsOf } from './cursors.ts';
import type { Tail } from './tail.ts';

/** Gauge: how old the oldest event is that a consumer is handling; 0 when it has come to the log's end. */
export const CONSUMER_LAG = 'postledger_consumer_lag_ms';

/** An ordered reader of the log with a checkpoint a partition: projections and policies are such. */
export interface Consumer {
  readonly name: string;
  readonly types: readonly string[];
  /** Partition of an event: a number, `all` for every one, null for none. */
  partition(event: RecordedEvent): number | 'all' | null;
  /**
   * Resolves when everything that the events lead to is safe, or when it is known as unsafe by `unsafe`. Called again
   * with the same events after a fault.
   */
  handle(events: readonly RecordedEvent[]): Promise<void>;
  /**
   * For a consumer that reads ahead of what it has brought to its end: the oldest event that is not, and a position
   * before it and behind which nothing else is left. No checkpoint passes that. Null: everything is safe.
   */
  unsafe?(): Unsafe | null;
  /** Resolves once nothing is under way any more, behind the abort of the signal. Absent: `handle` leaves nothing behind. */
  ended?(): Promise<void>;
  /** Its checkpoints are saved in step: those of idle partitions with those of the busy ones, as somebody goes by the lowest. */
  readonly inStep?: boolean;
  /**
   * How long it leaves what comes next to gather, behind a batch that reached the log's end; 0 when absent. One that writes the
   * same few documents again and again writes them the more seldom; the first event after a pause is handled at once.
   */
  readonly gatherMs?: number;
}

export interface Unsafe {
  readonly oldest: Pick<RecordedEvent, 'metadata'>;
  readonly safe: Position;
}

export interface ConsumerContext extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly tail: Tail;
  readonly checkpoints: Pick<Checkpoints, 'load'>;
  readonly saver: CheckpointSaver;
  /** The partitions held now; read before each batch. */
  readonly partitions: () => ReadonlySet<number>;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** How soon held partitions are looked at again while none is held. */
const NO_PARTITION_MS = 100;
/** How long a consumer waits for events before it looks at its partitions again. */
const LOOK_AGAIN_MS = 500;
/** Why its wait is ended; the usual reason is an error with a stack, made for each batch. */
const OVER = 'the batch is there';
const FIRST_FAULT_MS = 100;
const LONGEST_FAULT_MS = 5_000;

/**
 * Runs one consumer over the partitions this process holds until the signal aborts. The loop reads from the
 * slowest partition; an event goes to `handle` only when its own partition has not passed it. What it has reached in the end
 * is still to be flushed by the saver.
 */
export async function runConsumer(consumer: Consumer, context: ConsumerContext): Promise<void> {
  const { saver, clock, log, metrics, signal } = context;
  const cursors = cursorsOf(consumer.name, {
    ...context,
    safe: () => consumer.unsafe?.()?.safe ?? null,
    inStep: consumer.inStep ?? false,
  });
  saver.add(consumer.name, cursors);
  const lag = lagOf(consumer.name, context);
  const types = new Set(consumer.types);
  let faultMs = FIRST_FAULT_MS;
  while (!signal.aborted) {
    try {
      await step(consumer, types, cursors, lag, context);
      faultMs = FIRST_FAULT_MS;
    } catch (error) {
      metrics.count('postledger_consumer_faults_total', { consumer: consumer.name });
      lag.tell();
      log.error({ consumer: consumer.name, err: error }, 'consumer failed, trying again');
      await clock.sleep(faultMs, signal);
      faultMs = Math.min(faultMs * 2, LONGEST_FAULT_MS);
    }
  }
  await consumer.ended?.();
}

/** One batch of events, or the wait for one. */
async function step(
  consumer: Consumer,
  types: ReadonlySet<string>,
  cursors: Cursors,
  lag: Lag,
  context: ConsumerContext,
): Promise<void> {
  const { clock, metrics, saver, throttle, signal } = context;
  await cursors.adopt();
  const after = cursors.slowest();
  if (after === null) return clock.sleep(NO_PARTITION_MS, signal);
  const batch = await nextBatch(after, consumer.types, context);
  if (batch === null) {
    if (consumer.unsafe === undefined) return;
    const unsafe = consumer.unsafe();
    if (unsafe === null) lag.handled(true);
    // What fails again and again gets older, though nothing else happens.
    else lag.handling(unsafe.oldest);
    return;
  }
  const startedAtMs = clock.monotonicMs();
  const touched = new Set<number | 'all'>();
  const mine = batch.events.filter((event) => {
    if (!types.has(event.type)) return false;
    const partition = consumer.partition(event);
    if (partition === null || !cursors.isBefore(event.position, partition)) return false;
    touched.add(partition);
    return true;
  });
  lag.handling(consumer.unsafe?.()?.oldest ?? mine[0]);
  if (mine.length > 0) await consumer.handle(mine);
  lag.handled(batch.caughtUp && (consumer.unsafe?.() ?? null) === null);
  cursors.moveTo(batch.position, touched);
  if (batch.caughtUp && cursors.isNewAtHead()) saver.soon();
  if (mine.length === 0) return;
  metrics.count('postledger_consumer_events_total', { consumer: consumer.name }, mine.length);
  await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
  const { gatherMs = 0 } = consumer;
  if (batch.caughtUp && gatherMs > 0) await clock.sleep(gatherMs, signal);
}

/** Partitions come and go while nothing happens: what a new one has waiting must not wait for the next event. */
async function nextBatch(
  after: Position,
  types: readonly string[],
  { tail, clock }: ConsumerContext,
): Promise<EventBatch | null> {
  const turn = new AbortController();
  void clock.sleep(LOOK_AGAIN_MS, turn.signal).then(() => turn.abort(OVER));
  try {
    return await tail.next(after, types, turn.signal);
  } finally {
    turn.abort(OVER);
  }
}

/** How far a consumer is behind, in milliseconds by the events' own times, as a gauge. */
interface Lag {
  /** `oldest` is the first event that is being handled, if there is any. */
  handling(oldest: Unsafe['oldest'] | undefined): void;
  handled(caughtUp: boolean): void;
  /** Says again how old the event is that is being handled. */
  tell(): void;
}

function lagOf(consumer: string, { clock, metrics }: ConsumerContext): Lag {
  let sinceMs: number | null = null;
  const say = () => {
    const lagMs = sinceMs === null ? 0 : Math.max(0, clock.nowMs() - sinceMs);
    metrics.gauge(CONSUMER_LAG, lagMs, { consumer });
  };
  return {
    handling(oldest) {
      sinceMs = oldest === undefined ? null : Date.parse(oldest.metadata.at);
      say();
    },
    handled(caughtUp) {
      sinceMs = null;
      if (caughtUp) say();
    },
    tell() {
      if (sinceMs !== null) say();
    },
  };
}
