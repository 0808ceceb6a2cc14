import { BEGINNING, type Position, type RecordedEvent } from '../events/event.ts';
import type { Ports } from '../ports/ports.ts';
import { type Notify, notify } from '../queues/notify.ts';
import type { BackgroundThrottle } from './backgroundThrottle.ts';
import type { CheckpointSaver } from './checkpointSaver.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type ConsumerLag, consumerLag } from './consumerLag.ts';
import { type Cursors, cursorsOf } from './cursors.ts';
import type { HeldPartitions } from './partitions.ts';
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
  /** At the log's end it handles what has come at the next tick; absent: at once. */
  readonly isAtTicks?: boolean;
  /** What its checkpoints name; absent: itself. */
  names?(): readonly string[];
  /** Where it begins in a partition that it has just been given; absent: after its own checkpoint. */
  begin?(partition: number): Promise<Position>;
  /** Called while nothing is being handled, before each reading of events. `positions`: by partition. */
  between?(positions: ReadonlyMap<number, Position>): Promise<void>;
  /** Called once, at its start: `wake` ends a wait for events, so that `between` is called soon. */
  onStart?(wake: () => void): void;
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
  /** What it holds is read before each batch. */
  readonly partitions: Pick<HeldPartitions, 'current' | 'onChanged'>;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

const NONE: ReadonlySet<string> = new Set();
const FIRST_FAULT_MS = 100;
const LONGEST_FAULT_MS = 5_000;
/** Between two reports of how old the oldest event is that is not finished, while nothing comes. */
const REPORT_EVERY_MS = 500;

/**
 * Runs one consumer over the partitions that this process holds, until the signal aborts. The loop reads from the slowest
 * partition; an event goes to `handle` only when its own partition has not passed it. Afterwards the saver must be flushed.
 */
export async function runConsumer(consumer: Consumer, dependencies: ConsumerDependencies): Promise<void> {
  const { checkpoints, saver, clock, log, metrics, tail, partitions, throttle, signal } = dependencies;
  const afterOwn = async (partition: number) =>
    (await checkpoints.positions()).get(consumer.name)?.get(partition) ?? BEGINNING;
  const cursors = cursorsOf({
    clock,
    partitions: partitions.current,
    names: () => consumer.names?.() ?? [consumer.name],
    begin: consumer.begin ?? afterOwn,
    safe: () => consumer.unsafe?.()?.safe ?? null,
  });
  const lag = consumerLag(consumer.name, dependencies);
  // Partitions are gained while nothing happens too: their backlog must not wait for the next event.
  const changes = notify(clock.sleep);
  const types = new Set(consumer.types);
  const leaves = [
    saver.add(consumer.name, cursors),
    tail.onRead(consumer.isAtTicks ? NONE : types, changes.notify),
    partitions.onChanged(changes.notify),
  ];
  consumer.onStart?.(changes.notify);
  const running: Running = { types, cursors, lag, changes, isAtEnd: false };
  let faultMs = FIRST_FAULT_MS;
  // An alarm on a rate misses the first fault of a series that begins with it.
  metrics.count('postledger_consumer_faults_total', { consumer: consumer.name }, 0);
  while (!signal.aborted) {
    try {
      const hasLeft = await step(consumer, running, dependencies).finally(() =>
        throttle.catchingUp(consumer.name, false),
      );
      if (hasLeft) {
        for (const leave of leaves) leave();
        return;
      }
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
  if (consumer.isAtTicks)
    await step(consumer, running, dependencies).catch((error) =>
      log.warn({ consumer: consumer.name, err: error }, 'what waited for a tick is left to the next start'),
    );
  await consumer.ended?.();
}

/** What a consumer has while it runs. */
interface Running {
  readonly types: ReadonlySet<string>;
  readonly cursors: Cursors;
  readonly lag: ConsumerLag;
  readonly changes: Notify;
  /** It has handled all that there was, and waits for a change. */
  isAtEnd: boolean;
}

/** One batch of events, or the wait for one. Resolves with whether another consumer goes on in its place. */
async function step(
  consumer: Consumer,
  running: Running,
  { clock, metrics, tail, saver, throttle, signal }: ConsumerDependencies,
): Promise<boolean> {
  const { isAwaited = false } = consumer;
  const { types, cursors, lag, changes } = running;
  const unfinished = () => consumer.unsafe?.()?.oldest;
  // What was read ahead may have ended since it was reported; and a reaction that fails again and again gets older.
  lag.waiting(unfinished());
  if (running.isAtEnd) await changes.wait(unfinished() ? REPORT_EVERY_MS : Number.POSITIVE_INFINITY, signal);
  running.isAtEnd = false;
  await cursors.adopt();
  throttle.catchingUp(consumer.name, isAwaited && cursors.isNew());
  await consumer.between?.(cursors.positions());
  const after = cursors.slowest();
  const batch = after === null ? null : await tail.next(after, consumer.types);
  if (batch === null) {
    running.isAtEnd = true;
    return false;
  }
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
  running.isAtEnd = batch.caughtUp;
  return batch.caughtUp && ((await consumer.caughtUp?.(cursors.positions())) ?? false);
}
