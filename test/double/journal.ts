import { closeSync, existsSync, fdatasync, ftruncateSync, openSync, readFileSync, write } from 'node:fs';
import type { LogRecord } from './records.ts';

/** One line a change. An append of several events is one line, so that a torn end loses all of it or nothing. */
type JournalLine =
  | { readonly records: readonly LogRecord[] }
  | { readonly deleted: string; readonly tombstone: boolean };

export interface Journal {
  readonly lines: readonly JournalLine[];
  add(line: JournalLine): void;
  /** Resolves once every line added so far is on disk. Lines that wait are written and synced together. */
  synced(): Promise<void>;
  close(): Promise<void>;
}

export const memoryJournal: Journal = {
  lines: [],
  add() {},
  synced: async () => {},
  close: async () => {},
};

interface StoredRecord extends Omit<LogRecord, 'data' | 'metadata'> {
  readonly data: string;
  readonly metadata: string;
}

// latin1 keeps every byte as it is and costs less than base64.
const toText = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
const encode = (line: JournalLine): string =>
  'records' in line
    ? JSON.stringify({
        records: line.records.map((record) => ({
          ...record,
          data: toText(record.data),
          metadata: toText(record.metadata),
        })),
      })
    : JSON.stringify(line);

const decode = (text: string): JournalLine => {
  const line: { records: StoredRecord[] } | { deleted: string; tombstone: boolean } = JSON.parse(text);
  if (!('records' in line)) return line;
  return {
    records: line.records.map((record) => ({
      ...record,
      data: Buffer.from(record.data, 'latin1'),
      metadata: Buffer.from(record.metadata, 'latin1'),
    })),
  };
};

export function openJournal(file: string): Journal {
  const lines: JournalLine[] = [];
  const stored = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  let whole = 0;
  for (let end = stored.indexOf(10); end !== -1; end = stored.indexOf(10, whole)) {
    lines.push(decode(stored.toString('utf8', whole, end)));
    whole = end + 1;
  }
  const fd = openSync(file, existsSync(file) ? 'r+' : 'w+');
  // A line without its end was never acknowledged.
  ftruncateSync(fd, whole);
  let offset = whole;
  let waiting: string[] = [];
  let round: Promise<void> | null = null;

  const flush = async () => {
    // Appends of the same turn join this round instead of waiting for the next.
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = Buffer.from(`${waiting.join('\n')}\n`, 'utf8');
    waiting = [];
    round = null;
    const at = offset;
    offset += bytes.length;
    await new Promise<void>((resolve, reject) =>
      write(fd, bytes, 0, bytes.length, at, (error) => (error ? reject(error) : resolve())),
    );
    await new Promise<void>((resolve, reject) =>
      fdatasync(fd, (error) => (error ? reject(error) : resolve())),
    );
  };

  let last: Promise<void> = Promise.resolve();
  return {
    lines,
    add: (line) => waiting.push(encode(line)),
    synced() {
      if (waiting.length === 0) return last;
      if (round === null) {
        round = last.then(flush);
        last = round;
      }
      return last;
    },
    async close() {
      await last;
      closeSync(fd);
    },
  };
}
