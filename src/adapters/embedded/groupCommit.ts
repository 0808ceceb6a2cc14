import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import type { AppendOutcome, PendingAppend } from './logCommit.ts';
import type { WriterThread } from './writerThread.ts';

/** Appends of many callers, made durable together: one transaction and one sync for all that came meanwhile. */
export interface GroupCommit {
  /** @throws EventStoreUnavailable when the batch could not be written or synced; then none of it is visible */
  append(append: PendingAppend, records: readonly Buffer[]): Promise<AppendOutcome>;
  /** Waits for what is under way, then ends the writer. */
  close(): Promise<void>;
}

interface Waiting {
  readonly append: PendingAppend;
  readonly records: readonly Buffer[];
  readonly bytes: number;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: Error) => void;
}

const BATCH_APPENDS = 1_000;
/** Turns at most before a batch goes, however many are still coming. */
const GATHER_TURNS = 8;
const BATCH_BYTES = 8 * 1_048_576;
/** Bytes that may wait for the disk; beyond it callers are told at once, and memory stays bounded. */
const WAITING_BYTES = 256 * 1_048_576;

export interface GroupCommitHooks {
  /** After each durable batch, with the position of the last event it wrote. */
  readonly onCommitted: (position: number) => void;
  /** After a failed batch: lets go of everything that holds the environment, so that it can be opened anew. */
  readonly onFailed: (reason: string) => Promise<void>;
}

export function groupCommit(writer: WriterThread, { onCommitted, onFailed }: GroupCommitHooks): GroupCommit {
  let queue: Waiting[] = [];
  let queuedBytes = 0;
  let running = false;
  let closed = false;
  let idle: (() => void)[] = [];

  const take = (): Waiting[] => {
    let count = 0;
    let bytes = 0;
    for (const { bytes: own } of queue) {
      if (count === BATCH_APPENDS || (count > 0 && bytes + own > BATCH_BYTES)) break;
      bytes += own;
      count++;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    queuedBytes -= bytes;
    return batch;
  };

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    const appends = batch.map(({ append }) => append);
    const bytes = joined(batch.flatMap(({ records }) => records));
    const answer = await writer.ask({ kind: 'commit', appends, bytes });
    if (answer.kind !== 'committed') {
      const reason = answer.kind === 'failed' ? answer.reason : 'the log writer gave no answer';
      // A failed write may have spoilt the environment; opened anew it shows what is on the disk.
      await writer.ask({ kind: 'release' });
      await onFailed(reason);
      throw new Error(reason);
    }
    let last = 0;
    for (const outcome of answer.outcomes) if ('position' in outcome) last = Math.max(last, outcome.position);
    if (last > 0) onCommitted(last);
    batch.forEach((waiting, at) => {
      const outcome = answer.outcomes[at];
      if (outcome === undefined)
        waiting.reject(new EventStoreUnavailable('the log writer left an append out'));
      else waiting.resolve(outcome);
    });
  };

  /**
   * Turns of the event loop for callers who come together to go together: while a turn brings more, the next is worth
   * waiting for, since a batch costs a sync and two thread switches whatever its size.
   */
  const gather = async () => {
    for (let turn = 0, before = -1; turn < GATHER_TURNS && queue.length > before; turn++) {
      before = queue.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const run = async () => {
    while (queue.length > 0) {
      await gather();
      const batch = take();
      try {
        await commit(batch);
      } catch (cause) {
        const error = new EventStoreUnavailable((cause as Error).message, { cause });
        for (const waiting of batch) waiting.reject(error);
      }
    }
    running = false;
    for (const resolve of idle) resolve();
    idle = [];
  };

  return {
    append: (append, records) =>
      new Promise((resolve, reject) => {
        const bytes = records.reduce((sum, { length }) => sum + length, 0);
        if (closed) return reject(new EventStoreUnavailable('it is closed'));
        if (queuedBytes + bytes > WAITING_BYTES)
          return reject(new EventStoreUnavailable('too many appends wait for the disk'));
        queue.push({ append, records, bytes, resolve, reject });
        queuedBytes += bytes;
        if (running) return;
        running = true;
        void run();
      }),
    async close() {
      closed = true;
      if (running) await new Promise<void>((resolve) => idle.push(resolve));
      await writer.close();
    },
  };
}

/** One buffer of its own, to be handed over to the other thread without copying it again. */
function joined(records: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(records.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const record of records) {
    bytes.set(record, offset);
    offset += record.length;
  }
  return bytes;
}
