import type { RecordedEvent } from '../../events/envelope.ts';
import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import { type LogEnvironment, openLogEnvironment } from './logEnvironment.ts';
import { decodeRecord, isOfType } from './logFormat.ts';

/** A stretch of the log: the events asked for, and how far it was looked through. */
export interface Stretch {
  readonly events: RecordedEvent[];
  /** The last position that was looked at. */
  readonly position: number;
  /** Whether nothing lay behind it. */
  readonly atEnd: boolean;
}

export interface LogReader {
  /** One short stretch behind `after`, of `limit` events at most; all in one turn of the event loop. */
  stretch(after: number, limit: number, types?: readonly Uint8Array[]): Promise<Stretch>;
  stream(stream: string, fromRevision: number, limit: number): Promise<RecordedEvent[]>;
  lastPosition(): Promise<number>;
  dropDeadReaders(): void;
  /** Opens the environment anew, once it was let go of everywhere in this process. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** What one turn of the event loop may take on: a few milliseconds of reading and parsing. */
const TURN_BYTES = 512 * 1_024;
const TURN_RECORDS = 4_000;
const TURN_EVENTS = 500;

export function logReader(folder: string): LogReader {
  let environment: LogEnvironment | null = openLogEnvironment(folder);
  let reopening: Promise<void> | null = null;
  let closed = false;

  /** The environment, showing everything that was committed up to now. */
  const fresh = async (): Promise<LogEnvironment> => {
    if (reopening !== null) await reopening;
    if (closed) throw new EventStoreUnavailable('it is closed');
    try {
      environment ??= openLogEnvironment(folder);
      environment.refresh();
      return environment;
    } catch (cause) {
      throw new EventStoreUnavailable((cause as Error).message, { cause });
    }
  };

  return {
    async stretch(after, limit, types) {
      const { events } = await fresh();
      const found: RecordedEvent[] = [];
      let position = after;
      let bytes = 0;
      let scanned = 0;
      for (const { key, value } of events.getRange({ start: after + 1 })) {
        if (found.length >= limit || bytes > TURN_BYTES || scanned === TURN_RECORDS)
          return { events: found, position, atEnd: false };
        position = key;
        scanned++;
        if (types !== undefined && !isOfType(value, types)) continue;
        bytes += value.length;
        found.push(decodeRecord(value, key));
      }
      return { events: found, position, atEnd: true };
    },
    async stream(stream, fromRevision, limit) {
      const found: RecordedEvent[] = [];
      for (let from = fromRevision; found.length < limit; from = fromRevision + found.length) {
        const { events, streams } = await fresh();
        const room = Math.min(TURN_EVENTS, limit - found.length);
        const range = { start: [stream, from], end: [stream, Number.MAX_SAFE_INTEGER], limit: room };
        let count = 0;
        for (const { value } of streams.getRange(range as object)) {
          const record = events.get(value);
          if (record !== undefined) found.push(decodeRecord(record, value));
          count++;
        }
        if (count < room) break;
        await nextTurn();
      }
      return found;
    },
    lastPosition: async () => (await fresh()).lastPosition(),
    dropDeadReaders: () => environment?.dropDeadReaders(),
    async reopen() {
      const open = environment;
      environment = null;
      reopening = (async () => open?.close())();
      await reopening.finally(() => {
        reopening = null;
      });
    },
    async close() {
      closed = true;
      await environment?.close();
      environment = null;
    },
  };
}

/** Lets everything else that waits have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
