import { BEGINNING, type Position, type RecordedEvent } from '../events/event.ts';
import { untilTick } from '../ports/clock.ts';
import type { EventBatch } from '../ports/eventStore.ts';
import type { Ports } from '../ports/ports.ts';
import { linkedSignal } from '../queues/linkedSignal.ts';
import type { BackgroundThrottle } from './backgroundThrottle.ts';
import type { CheckpointSaver } from './checkpointSaver.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type ConsumerLag, consumerLag } from './consumerLag.ts';
import { type Cursors, cursorsOf } from './cursors.ts';
import type { Tail } from './tail.ts';

/** Whether an event is still to be handled for a partition that is held here. */
export type IsDue = (event: RecordedEvent, partition: number | 'all') => boolean;

/** An ordered reader of the log with a checkpoint for each partition: a group of read models, or a policy. */
export interface Consumer {
  readonly name: string;
  /** Types of all that it may handle. */
  readonly types: readonly string[];
  /** Partition of an event: a number or several, `all` for every one, null for none. */
  partition(event: RecordedEvent): number | readonly number[] | 'all' | null;
  /**
   * Resolves when everything that follows from the events is stored, or else named by `unsafe`. After a fault it is called
   * again with the same events. `isDue` absent: all is.
   */
  handle(events: readonly RecordedEvent[], isDue?: IsDue): Promise<void>;
  /** The oldest event that is not finished, and up to where everything is. Null: everything is finished. */
  unsafe?(): Unsafe | null;
  /** After the signal has aborted: resolves once nothing is under way. Absent: nothing is, once `handle` has resolved. */
  ended?(): Promise<void>;
  /** Others wait for it, so while it catches up with the log those give way for which no one does; absent: none waits. */
  readonly isAwaited?: boolean;
  /** At the log's end it handles what has come at whole multiples of this; absent or 0: at once. */
  readonly tickMs?: number;
  /** What its checkpoints name; absent: itself. */
  names?(): readonly string[];
  /** Where it begins in a partition that it has just been given; absent: after its own checkpoint. */
  begin?(partition: number): Promise<Position>;
  /** Called while nothing is being handled, before each wait for events. `positions`: by partition. */
  between?(positions: ReadonlyMap<number, Position>): Promise<void>;
  /** Resolves when a wait for events is to be interrupted; null: it need not be. */
  interrupted?(signal: AbortSignal): Promise<void> | null;
  /** Called when it has come to the log's end; true: another consumer goes on in its place. */
  caughtUp?(positions: ReadonlyMap<number, Position>): Promise<boolean>;
}

/** An event that is not finished, and a position before it, up to which everything is finished. No checkpoint passes that. */
export interface Unsafe {
  readonly oldest: Pick<RecordedEvent, 'metadata'>;
  readonly safe: Position;
}

export interface ConsumerDependencies extends Pick<Ports, 'clock' | 'log' | 'metrics'> {
  readonly tail: Tail;
  readonly checkpoints: Pick<Checkpoints, 'positions'>;
  readonly saver: CheckpointSaver;
  /** The partitions held now; read before each batch. */
  readonly partitions: () => ReadonlySet<number>;
  /** Resolves when `partitions` gives others than these, or the signal aborts; it may resolve sooner. */
  readonly partitionsChanged: (held: ReadonlySet<number>, signal: AbortSignal) => Promise<void>;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

const NEVER = new AbortController().signal;
const FIRST_FAULT_MS = 100;
const LONGEST_FAULT_MS = 5_000;

/**
 * Runs one consumer over the partitions that this process holds, until the signal aborts. The loop reads from the slowest
 * partition; an event goes to `handle` only when its own partition has not passed it. Afterwards the saver must be flushed.
 */
export async function runConsumer(consumer: Consumer, dependencies: ConsumerDependencies): Promise<void> {
  const { checkpoints, saver, clock, log, metrics, throttle, signal } = dependencies;
  const afterOwn = async (partition: number) =>
    (await checkpoints.positions()).get(consumer.name)?.get(partition) ?? BEGINNING;
  const cursors = cursorsOf({
    ...dependencies,
    names: () => consumer.names?.() ?? [consumer.name],
    begin: consumer.begin ?? afterOwn,
    safe: () => consumer.unsafe?.()?.safe ?? null,
  });
  const leaveSaver = saver.add(consumer.name, cursors);
  const lag = consumerLag(consumer.name, dependencies);
  const types = new Set(consumer.types);
  let faultMs = FIRST_FAULT_MS;
  // An alarm on a rate misses the first fault of a series that begins with it.
  metrics.count('postledger_consumer_faults_total', { consumer: consumer.name }, 0);
  while (!signal.aborted) {
    try {
      const hasLeft = await step(consumer, types, cursors, lag, dependencies).finally(() =>
        throttle.catchingUp(consumer.name, false),
      );
      if (hasLeft) return leaveSaver();
      faultMs = FIRST_FAULT_MS;
    } catch (error) {
      metrics.count('postledger_consumer_faults_total', { consumer: consumer.name });
      lag.report();
      log.error({ consumer: consumer.name, err: error }, 'consumer failed, trying again');
      await clock.sleep(faultMs, signal);
      faultMs = Math.min(faultMs * 2, LONGEST_FAULT_MS);
    }
  }
  // What waits for a tick is handled at a stop: the read models then stand where the log ends.
  if (consumer.tickMs)
    await step(consumer, types, cursors, lag, dependencies).catch((error) =>
      log.warn({ consumer: consumer.name, err: error }, 'what waited for a tick is left to the next start'),
    );
  await consumer.ended?.();
}

/** One batch of events, or the wait for one. Resolves with whether another consumer goes on in its place. */
async function step(
  consumer: Consumer,
  types: ReadonlySet<string>,
  cursors: Cursors,
  lag: ConsumerLag,
  dependencies: ConsumerDependencies,
): Promise<boolean> {
  const { clock, metrics, saver, throttle, signal, partitions, partitionsChanged } = dependencies;
  const { isAwaited = false } = consumer;
  const held = partitions();
  await cursors.adopt();
  throttle.catchingUp(consumer.name, isAwaited && cursors.isNew());
  await consumer.between?.(cursors.positions());
  const after = cursors.slowest();
  if (after === null) {
    await partitionsChanged(held, signal);
    return false;
  }
  const unfinished = () => consumer.unsafe?.()?.oldest;
  // What was read ahead may have ended since it was reported; and a reaction that fails again and again gets older.
  lag.waiting(unfinished());
  const tickMs = cursors.isNew() ? 0 : (consumer.tickMs ?? 0);
  const batch = await nextBatch(after, held, tickMs, consumer, dependencies);
  if (batch === null) return false;
  const startedAtMs = clock.monotonicMs();
  const touched = new Set<number | 'all'>();
  const isDue: IsDue = ({ position }, partition) => cursors.isBefore(position, partition);
  const mine = batch.events.filter((event) => {
    if (!types.has(event.type)) return false;
    const partition = consumer.partition(event);
    if (partition === null) return false;
    let isMine = false;
    for (const one of typeof partition === 'object' ? partition : [partition]) {
      if (!isDue(event, one)) continue;
      touched.add(one);
      isMine = true;
    }
    return isMine;
  });
  lag.handling(unfinished() ?? mine[0]);
  if (mine.length > 0) await consumer.handle(mine, isDue);
  if (batch.caughtUp) lag.atEnd(unfinished());
  cursors.moveTo(batch.position, touched);
  if (batch.caughtUp && cursors.isNew()) saver.soon();
  if (batch.caughtUp) cursors.atHead();
  if (mine.length > 0) {
    metrics.count('postledger_consumer_events_total', { consumer: consumer.name }, mine.length);
    await throttle.afterWork(clock.monotonicMs() - startedAtMs, signal, isAwaited);
  }
  return batch.caughtUp && ((await consumer.caughtUp?.(cursors.positions())) ?? false);
}

/** Partitions are gained while nothing happens: a new one's backlog must not wait for the next event. */
async function nextBatch(
  after: Position,
  held: ReadonlySet<number>,
  tickMs: number,
  { types, interrupted }: Consumer,
  { tail, partitionsChanged, clock, signal }: ConsumerDependencies,
): Promise<EventBatch | null> {
  if (signal.aborted) return tail.next(after, types, NEVER);
  const turn = linkedSignal(signal);
  void partitionsChanged(held, turn.signal).then(turn.end);
  void interrupted?.(turn.signal)?.then(turn.end);
  try {
    const batch = await tail.next(after, types, turn.signal);
    if (tickMs === 0 || !batch?.caughtUp) return batch;
    await clock.sleep(untilTick(clock, tickMs), turn.signal);
    return await tail.next(after, types, turn.signal);
  } finally {
    turn.end();
  }
}
