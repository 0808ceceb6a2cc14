import type { Position, RecordedEvent } from '../events/envelope.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Courtesy } from './courtesy.ts';
import type { Tail } from './tail.ts';

/** An ordered reader of the log with a checkpoint a partition: projections and policies are such. */
export interface Consumer {
  readonly name: string;
  readonly types: readonly string[];
  /** Partition of an event: a number, `all` for every one, null for none. */
  partition(event: RecordedEvent): number | 'all' | null;
  /** Resolves when everything that the events lead to is safe. Called again with the same events after a fault. */
  handle(events: readonly RecordedEvent[]): Promise<void>;
}

export interface ConsumerContext {
  readonly tail: Tail;
  readonly checkpoints: Checkpoints;
  /** The partitions held now; read before each batch. */
  readonly partitions: () => ReadonlySet<number>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly courtesy: Courtesy;
  readonly signal: AbortSignal;
}

/** A checkpoint is written this often at most while events keep coming: what a crash repeats at worst. */
const CHECKPOINT_EVERY_MS = 1_000;
/** How soon held partitions are looked at again while none is held. */
const NO_PARTITION_MS = 100;
/** How long a consumer waits for events before it looks at its partitions again. */
const LOOK_AGAIN_MS = 500;
const FIRST_FAULT_MS = 100;
const LONGEST_FAULT_MS = 5_000;

/**
 * Runs one consumer over the partitions this process holds until the signal aborts. The loop reads from the
 * hindmost partition; an event goes to `handle` only when its own partition has not passed it.
 */
export async function runConsumer(consumer: Consumer, context: ConsumerContext): Promise<void> {
  const { tail, checkpoints, clock, log, metrics, courtesy, signal } = context;
  const types = new Set(consumer.types);
  const cursors = new Map<number, Position>();
  const unsaved = new Map<number, Position>();
  let savedAtMs = clock.nowMs();
  let faultMs = FIRST_FAULT_MS;
  /** When the oldest event was appended that is being handled; null while there is none. */
  let behindSinceMs: number | null = null;
  const tellLag = () => {
    const lagMs = behindSinceMs === null ? 0 : Math.max(0, clock.nowMs() - behindSinceMs);
    metrics.gauge('postledger_consumer_lag_ms', lagMs, { consumer: consumer.name });
  };

  const save = async () => {
    if (unsaved.size > 0) await checkpoints.save(consumer.name, unsaved);
    unsaved.clear();
    savedAtMs = clock.nowMs();
  };

  /** Follows what is held: drops the cursors of lost partitions, loads those of new ones. */
  const adopt = async () => {
    const held = context.partitions();
    for (const partition of cursors.keys()) {
      if (!held.has(partition)) {
        cursors.delete(partition);
        unsaved.delete(partition);
      }
    }
    for (const partition of held) {
      if (!cursors.has(partition)) cursors.set(partition, await checkpoints.load(consumer.name, partition));
    }
  };

  const isMine = (event: RecordedEvent): boolean => {
    if (!types.has(event.type)) return false;
    const partition = consumer.partition(event);
    if (partition === null) return false;
    if (partition !== 'all') return (cursors.get(partition) ?? event.position) < event.position;
    for (const cursor of cursors.values()) if (cursor < event.position) return true;
    return false;
  };

  const step = async () => {
    await adopt();
    if (cursors.size === 0) return void (await clock.sleep(NO_PARTITION_MS, signal));
    let after: Position | undefined;
    for (const cursor of cursors.values()) if (after === undefined || cursor < after) after = cursor;
    if (after === undefined) return;
    // While nothing comes, an unsaved checkpoint is worth a write.
    if (unsaved.size > 0 && tail.position() <= after) await save();
    // Partitions come and go while nothing happens: what a new one has waiting must not wait for the next event.
    const turn = new AbortController();
    void clock.sleep(LOOK_AGAIN_MS, turn.signal).then(() => turn.abort());
    const batch = await tail.next(after, consumer.types, turn.signal);
    turn.abort();
    if (batch === null) return;
    const startedAtMs = clock.nowMs();
    const mine = batch.events.filter(isMine);
    const [oldest] = mine;
    behindSinceMs = oldest === undefined ? null : Date.parse(oldest.metadata.at);
    tellLag();
    if (mine.length > 0) await consumer.handle(mine);
    behindSinceMs = null;
    if (batch.caughtUp) tellLag();
    for (const [partition, cursor] of cursors) {
      if (cursor >= batch.position) continue;
      cursors.set(partition, batch.position);
      unsaved.set(partition, batch.position);
    }
    const saves = clock.nowMs() - savedAtMs >= CHECKPOINT_EVERY_MS;
    if (saves) await save();
    if (mine.length > 0)
      metrics.count('postledger_consumer_events_total', { consumer: consumer.name }, mine.length);
    if (mine.length > 0 || saves) await courtesy.afterWork(clock.nowMs() - startedAtMs, signal);
  };

  while (!signal.aborted) {
    try {
      await step();
      faultMs = FIRST_FAULT_MS;
    } catch (error) {
      metrics.count('postledger_consumer_faults_total', { consumer: consumer.name });
      if (behindSinceMs !== null) tellLag();
      log.error({ consumer: consumer.name, err: error }, 'consumer failed, trying again');
      await clock.sleep(faultMs, signal);
      faultMs = Math.min(faultMs * 2, LONGEST_FAULT_MS);
    }
  }
  await save().catch((error) =>
    log.warn({ consumer: consumer.name, err: error }, 'checkpoint not saved at the end'),
  );
}
