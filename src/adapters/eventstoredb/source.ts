import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../../events/event.ts';
import { positionAt } from '../position.ts';
import type { Session } from './connection.ts';
import { openRead, type ReadCall } from './readCall.ts';
import { type LogRecord, recordIn } from './records.ts';

/** What a subscription has delivered since the last `take`. */
interface Taken {
  readonly records: readonly LogRecord[];
  /** Nothing more is available now. */
  readonly drained: boolean;
  /** The server reported that the end was reached, and everything before it was taken. */
  readonly caughtUp: boolean;
  /** The server found no match up to here; null when it did not say so. */
  readonly skippedTo: Position | null;
}

export interface Source {
  /** Takes what is available. @throws what ended the subscription, once everything before was taken */
  take(): Taken;
  /** Resolves true when something new is available or the signal aborted, false after `idleMs`. */
  changed(idleMs: number): Promise<boolean>;
  close(): void;
}

/** How much is read ahead of a consumer at most. Beyond it backpressure stops the connection, and 23.10 ends the subscription. */
const MAX_AHEAD_EVENTS = 4_096;
const MAX_AHEAD_BYTES = 8 * 1_048_576;

/**
 * A subscription's records, taken as they come: the server ends a live subscription whose reader lags by 32 events, and a
 * consumer that is busy with a write must not count as a slow reader.
 */
export function openSource(
  session: Session,
  request: streams.ReadReq,
  requiresLeader: boolean,
  batchEvents: number,
  signal: AbortSignal,
): Source {
  const changes = changeSignal(signal);
  const { notify } = changes;
  let caughtUp = false;
  let skippedTo: Position | null = null;
  /** Events came since the last checkpoint, which then adds nothing. */
  let matched = false;
  let fault: { readonly error: unknown } | null = null;
  const skippedBy = skippedByCheckpoints();
  const failed = (error: unknown) => {
    fault ??= { error };
    notify();
  };
  let isWaking = false;
  /** What comes in one turn of the event loop wakes the consumer once. */
  const notifySoon = () => {
    if (isWaking) return;
    isWaking = true;
    setImmediate(() => {
      isWaking = false;
      notify();
    });
  };
  const call = openRead(session, request, requiresLeader, {
    answered(answer) {
      const record = recordIn(answer);
      const checkpoint = answer.getCheckpoint();
      if (record !== null) {
        ahead.add(record);
        matched = true;
        skippedTo = null;
      } else if (answer.hasCaughtUp()) caughtUp = true;
      else if (checkpoint !== undefined) {
        const position = skippedBy(checkpoint);
        const hasMatched = matched;
        matched = false;
        // Events that wait to be taken are before the checkpoint too.
        if (position === null || hasMatched || ahead.size() > 0) return;
        skippedTo = position;
      } else return;
      notifySoon();
    },
    ended: () => failed(new Error('the subscription was ended by the server')),
    failed,
  });
  const ahead = readAhead(call);

  return {
    take() {
      changes.clear();
      const records = ahead.take(batchEvents);
      if (records.length === 0 && fault !== null) throw fault.error;
      const drained = ahead.size() === 0;
      return { records, drained, caughtUp: caughtUp && drained, skippedTo };
    },
    changed: changes.changed,
    close() {
      changes.close();
      call.cancel();
    },
  };
}

/**
 * The position up to which, by the checkpoints, no more matches will come. The checkpoint of a page without a match has the
 * position where the page began, and another prepare position. 24.10 sends one for the last page too, and where that page is
 * empty the next event will be at just that position: only the following checkpoint shows that the page was passed.
 */
function skippedByCheckpoints(): (checkpoint: streams.ReadResp.Checkpoint) => Position | null {
  let began: Position | null = null;
  return (checkpoint) => {
    const commit = positionAt(BigInt(checkpoint.getCommitPosition()));
    const isEvent = checkpoint.getCommitPosition() === checkpoint.getPreparePosition();
    const position = isEvent ? commit : began;
    began = isEvent ? null : commit;
    return position;
  };
}

/** The records that are read ahead of a consumer. */
function readAhead(call: Pick<ReadCall, 'pause' | 'resume'>) {
  let records: LogRecord[] = [];
  let bytes = 0;
  let isPaused = false;
  const isFull = () => records.length >= MAX_AHEAD_EVENTS || bytes >= MAX_AHEAD_BYTES;
  return {
    size: () => records.length,
    add(record: LogRecord): void {
      records.push(record);
      bytes += record.bytes;
      if (isPaused || !isFull()) return;
      isPaused = true;
      call.pause();
    },
    take(limit: number): LogRecord[] {
      const taken = records.slice(0, limit);
      records = records.slice(taken.length);
      for (const record of taken) bytes -= record.bytes;
      if (isPaused && !isFull()) {
        isPaused = false;
        call.resume();
      }
      return taken;
    },
  };
}

/** Whether anything changed since the last `clear`, and waiting for that. */
function changeSignal(signal: AbortSignal) {
  let wake: (() => void) | null = null;
  let isNew = false;
  const notify = () => {
    isNew = true;
    wake?.();
  };
  signal.addEventListener('abort', notify, { once: true });
  return {
    notify,
    clear() {
      isNew = false;
    },
    async changed(idleMs: number): Promise<boolean> {
      if (isNew || signal.aborted) return true;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, idleMs);
      });
      wake = null;
      clearTimeout(timer);
      return isNew || signal.aborted;
    },
    close: () => signal.removeEventListener('abort', notify),
  };
}
