import type { Position, RecordedEvent } from '../../events/event.ts';
import { untilTick } from '../../ports/clock.ts';
import type { EventBatch } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import { linkedSignal } from '../linkedSignal.ts';
import type { BackgroundThrottle } from './backgroundThrottle.ts';
import type { CheckpointSaver } from './checkpointSaver.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type Cursors, cursorsOf } from './cursors.ts';
import type { Tail } from './tail.ts';

/** Gauge: the age of the oldest event that a consumer is handling; 0 when it has come to the log's end. */
export const CONSUMER_LAG = 'postledger_consumer_lag_seconds';

/** An ordered reader of the log with a checkpoint for each partition: a projection or a policy. */
export interface Consumer {
  readonly name: string;
  readonly types: readonly string[];
  /** Partition of an event: a number or several, `all` for every one, null for none. */
  partition(event: RecordedEvent): number | readonly number[] | 'all' | null;
  /**
   * Resolves when everything that follows from the events is stored, or else named by `unsafe`. After a fault it is called
   * again with the same events. `isHeld`: whether this process handles what is in a partition, as an event may
   * be of other processes' too; absent: all.
   */
  handle(events: readonly RecordedEvent[], isHeld?: (partition: number) => boolean): Promise<void>;
  /**
   * For a consumer that reads ahead: the oldest event that is not finished, and a position before it, up to which
   * everything is finished. No checkpoint passes that. Null: everything is finished.
   */
  unsafe?(): Unsafe | null;
  /** After the signal has aborted: resolves once nothing is under way. Absent: nothing is, once `handle` has resolved. */
  ended?(): Promise<void>;
  /** Idle partitions' checkpoints are saved together with the busy ones', since its lowest checkpoint is in use. */
  readonly inStep?: boolean;
  /**
   * At the log's end it handles events at whole multiples of this only, each time all that have come; 0 when absent: at once.
   * What follows one message then changes each document once, and consumers that gather write in the same moment.
   */
  readonly gatherMs?: number;
}

export interface Unsafe {
  readonly oldest: Pick<RecordedEvent, 'metadata'>;
  readonly safe: Position;
}

export interface ConsumerDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly tail: Tail;
  readonly checkpoints: Pick<Checkpoints, 'load'>;
  readonly saver: CheckpointSaver;
  /** The partitions held now; read before each batch. */
  readonly partitions: () => ReadonlySet<number>;
  /** Resolves when `partitions` gives others than these, or the signal aborts; it may resolve sooner. */
  readonly partitionsChanged: (held: ReadonlySet<number>, signal: AbortSignal) => Promise<void>;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** Between two reports of how old the oldest event is that was read ahead and is not finished. */
const REPORT_EVERY_MS = 500;
const NOTHING: ReadonlySet<number> = new Set();
const FIRST_FAULT_MS = 100;
const LONGEST_FAULT_MS = 5_000;

/**
 * Runs one consumer over the partitions that this process holds, until the signal aborts. The loop reads from the slowest
 * partition; an event goes to `handle` only when its own partition has not passed it. Afterwards the saver must be flushed.
 */
export async function runConsumer(consumer: Consumer, dependencies: ConsumerDependencies): Promise<void> {
  const { saver, clock, log, metrics, signal } = dependencies;
  const cursors = cursorsOf(consumer.name, {
    ...dependencies,
    safe: () => consumer.unsafe?.()?.safe ?? null,
    inStep: consumer.inStep ?? false,
  });
  saver.add(consumer.name, cursors);
  const lag = lagOf(consumer.name, dependencies);
  const types = new Set(consumer.types);
  let faultMs = FIRST_FAULT_MS;
  // An alarm on a rate misses the first fault of a series that begins with it.
  metrics.count('postledger_consumer_faults_total', { consumer: consumer.name }, 0);
  while (!signal.aborted) {
    try {
      await step(consumer, types, cursors, lag, dependencies);
      faultMs = FIRST_FAULT_MS;
    } catch (error) {
      metrics.count('postledger_consumer_faults_total', { consumer: consumer.name });
      lag.report();
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
  dependencies: ConsumerDependencies,
): Promise<void> {
  const { clock, metrics, saver, throttle, signal, partitions, partitionsChanged } = dependencies;
  const held = partitions();
  await cursors.adopt();
  const after = cursors.slowest();
  if (after === null) return partitionsChanged(held, signal);
  const onPassed = (position: Position) => {
    cursors.moveTo(position, NOTHING);
    if (cursors.isNewAtHead()) saver.soon();
  };
  const next = () => nextBatch(cursors.slowest() ?? after, held, consumer, dependencies, onPassed);
  const batch = await gathered(next, consumer, dependencies);
  if (batch === null) {
    if (consumer.unsafe === undefined) return;
    const unsafe = consumer.unsafe();
    if (unsafe === null) lag.handled(true);
    // An event whose reaction fails again and again gets older, though nothing else happens.
    else lag.handling(unsafe.oldest);
    return;
  }
  const startedAtMs = clock.monotonicMs();
  const touched = new Set<number | 'all'>();
  const mine = batch.events.filter((event) => {
    if (!types.has(event.type)) return false;
    const partition = consumer.partition(event);
    if (partition === null) return false;
    let isMine = false;
    for (const one of typeof partition === 'object' ? partition : [partition]) {
      if (!cursors.isBefore(event.position, one)) continue;
      touched.add(one);
      isMine = true;
    }
    return isMine;
  });
  lag.handling(consumer.unsafe?.()?.oldest ?? mine[0]);
  if (mine.length > 0) await consumer.handle(mine, cursors.holds);
  lag.handled(batch.caughtUp && (consumer.unsafe?.() ?? null) === null);
  cursors.moveTo(batch.position, touched);
  if (batch.caughtUp && cursors.isNewAtHead()) saver.soon();
  if (mine.length === 0) return;
  metrics.count('postledger_consumer_events_total', { consumer: consumer.name }, mine.length);
  await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal);
}

/** The next batch; at the log's end, for a consumer that gathers, with what has come until the next tick. */
async function gathered(
  next: () => Promise<EventBatch | null>,
  { types, gatherMs = 0 }: Consumer,
  { clock, signal }: ConsumerDependencies,
): Promise<EventBatch | null> {
  const first = await next();
  if (gatherMs === 0 || !first?.caughtUp || !first.events.some(({ type }) => types.includes(type)))
    return first;
  await clock.sleep(untilTick(clock, gatherMs), signal);
  return (await next()) ?? first;
}

/** Partitions are gained while nothing happens: a new one's backlog must not wait for the next event. */
async function nextBatch(
  after: Position,
  held: ReadonlySet<number>,
  { types, unsafe }: Consumer,
  { tail, clock, partitionsChanged, signal }: ConsumerDependencies,
  onPassed: (position: Position) => void,
): Promise<EventBatch | null> {
  const turn = linkedSignal(signal);
  void partitionsChanged(held, turn.signal).then(turn.end);
  // Its lag is reported again and again, until what it reads ahead is finished.
  if ((unsafe?.() ?? null) !== null) void clock.sleep(REPORT_EVERY_MS, turn.signal).then(turn.end);
  try {
    return await tail.next(after, types, turn.signal, onPassed);
  } finally {
    turn.end();
  }
}

type Lag = ReturnType<typeof lagOf>;

/** How much a consumer lags, in milliseconds by the events' own times, as a gauge. */
function lagOf(consumer: string, { clock, metrics }: ConsumerDependencies) {
  let sinceMs: number | null = null;
  const report = () => {
    const lagMs = sinceMs === null ? 0 : Math.max(0, clock.nowMs() - sinceMs);
    metrics.gauge(CONSUMER_LAG, lagMs / 1_000, { consumer });
  };
  return {
    /** `oldest` is the first event that is being handled, if there is any. */
    handling(oldest: Unsafe['oldest'] | undefined) {
      sinceMs = oldest === undefined ? null : Date.parse(oldest.metadata.at);
      report();
    },
    handled(caughtUp: boolean) {
      sinceMs = null;
      if (caughtUp) report();
    },
    /** Reports again how old the event is that is being handled. */
    report() {
      if (sinceMs !== null) report();
    },
  };
}
