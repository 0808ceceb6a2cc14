import { judgeAppend, noStream, type StreamState } from './appendRules.ts';
import type { Journal } from './journal.ts';
import {
  type AppendAnswer,
  type Breakable,
  type Expected,
  type LogRecord,
  type ProposedEvent,
  positionBehind,
  type ServerVersion,
} from './records.ts';

/** The server writes events of its own now and then: nobody may take them for the ledger's. */
const SYSTEM_EVENT_EVERY = 61;

/** The state of the double: the streams and the whole log, with the server's rules of appending. */
export interface EventLog {
  /** Durable records, in order of position. */
  readonly records: readonly LogRecord[];
  /** Durable records of a stream that are not deleted; null when there is none. */
  stream(name: string): readonly LogRecord[] | null | 'tombstoned';
  /** Null: no answer is given, as to the repetition of a write that is not replicated yet. */
  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): Promise<AppendAnswer | null>;
  delete(stream: string, tombstone: boolean): Promise<boolean>;
  /** Takes a record out of reads, as a scavenge does with what has expired. Its position stays one to start from. */
  scavenge(position: number): void;
  isScavenged(record: LogRecord): boolean;
  /** Index of the first durable record at or behind a position. */
  indexFrom(position: number): number;
  /** Calls back after each growth; returns the way to stop. */
  onGrowth(listener: () => void): () => void;
}

export function openEventLog(
  journal: Journal,
  broken: ReadonlySet<Breakable>,
  version: ServerVersion,
  /** Resolves once what was written now is replicated and indexed: until then no read shows it, and conflicts name it. */
  replicated: () => Promise<void> = async () => {},
): EventLog {
  const streams = new Map<string, StreamState>();
  const records: LogRecord[] = [];
  /** Ids seen since the start: what recognises a repetition under 'any', and is forgotten by a restart. */
  const seen = new Map<string, LogRecord>();
  const listeners = new Set<() => void>();
  const scavenged = new Set<number>();
  let unpublished: LogRecord[] = [];
  let published: Promise<unknown> = Promise.resolve();
  let nextPosition = 0;
  let appended = 0;

  const stateOf = (name: string): StreamState => {
    let state = streams.get(name);
    if (state === undefined) {
      state = noStream();
      streams.set(name, state);
    }
    return state;
  };
  const keep = (record: LogRecord) => {
    const state = stateOf(record.stream);
    state.last = record.revision;
    state.records.push(record);
    nextPosition = positionBehind(record);
  };
  const erase = (name: string, tombstone: boolean) => {
    const state = stateOf(name);
    state.from = state.last + 1;
    if (tombstone) state.tombstoned = true;
  };

  const publish = async () => {
    // Taken before the wait: what is added meanwhile belongs to a later sync.
    const synced = unpublished;
    unpublished = [];
    // Records become readable in the order in which they were written.
    published = Promise.all([published, journal.synced(), synced.length > 0 && replicated()]);
    await published;
    for (const record of synced) records.push(record);
    if (synced.length > 0) for (const listener of listeners) listener();
  };

  const write = (stream: string, events: readonly ProposedEvent[]): LogRecord[] => {
    const written = events.map((event): LogRecord => {
      const record = {
        ...event,
        stream,
        position: nextPosition,
        revision: stateOf(stream).last + 1,
        createdMs: Date.now(),
      };
      keep(record);
      unpublished.push(record);
      seen.set(record.id, record);
      return record;
    });
    if (written.length > 0 && !broken.has('durability')) journal.add({ records: written });
    return written;
  };
  const writeSystemEvent = (type: string) =>
    write('$system', [
      {
        id: `00000000-0000-4000-8000-${nextPosition.toString(16).padStart(12, '0')}`,
        type,
        contentType: 'application/json',
        data: Buffer.from('{}'),
        metadata: Buffer.from(''),
      },
    ]);

  for (const line of journal.lines) {
    if ('deleted' in line) {
      erase(line.deleted, line.tombstone);
      continue;
    }
    for (const record of line.records) {
      keep(record);
      records.push(record);
    }
  }
  if (records.length === 0) {
    for (const type of ['$UserCreated', '$metadata', '$settings']) writeSystemEvent(type);
    void publish();
  }

  const decide = (stream: string, expected: Expected, events: readonly ProposedEvent[]): AppendAnswer => {
    const state = streams.get(stream) ?? noStream();
    const verdict = judgeAppend(state, expected, events, (id) => seen.get(id)?.revision, broken, version);
    if (verdict === 'write') {
      const last = write(stream, events).at(-1);
      appended += 1;
      if (appended % SYSTEM_EVENT_EVERY === 0) writeSystemEvent('$statsCollected');
      if (last !== undefined) return { kind: 'success', revision: last.revision, position: last.position };
      return { kind: 'success', revision: state.last >= state.from ? state.last : null, position: null };
    }
    if (verdict.kind === 'conflict' && broken.has('atomicity') && events.length > 1) {
      write(stream, events.slice(0, 1));
    }
    if (verdict.kind === 'success' && broken.has('idempotent-position')) {
      return { ...verdict, position: nextPosition };
    }
    return verdict;
  };

  const indexFrom = (position: number): number => {
    let low = 0;
    let high = records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((records[middle]?.position ?? Number.POSITIVE_INFINITY) >= position) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  return {
    records,
    indexFrom,
    scavenge: (position) => void scavenged.add(position),
    isScavenged: ({ position }) => scavenged.has(position),
    stream(name) {
      const state = streams.get(name);
      if (state === undefined) return null;
      if (state.tombstoned) return 'tombstoned';
      const horizon = records.at(-1)?.position ?? -1;
      const kept = state.records
        .slice(state.from)
        .filter(({ position }) => position <= horizon && !scavenged.has(position));
      return kept.length === 0 ? null : kept;
    },
    async append(stream, expected, events) {
      const firstNew = nextPosition;
      const answer = decide(stream, expected, events);
      const shown = records.at(-1)?.position ?? -1;
      if (answer.kind === 'success' && answer.position !== null)
        if (answer.position > shown && answer.position < firstNew) return null;
      // Whatever the answer tells of must be on disk first, the original of a repetition too.
      if (answer.kind === 'conflict') await journal.synced();
      else await publish();
      return answer;
    },
    async delete(stream, tombstone) {
      const state = streams.get(stream);
      if (state === undefined || state.last < state.from) return false;
      erase(stream, tombstone);
      journal.add({ deleted: stream, tombstone });
      writeSystemEvent(tombstone ? '$streamDeleted' : '$metadata');
      await publish();
      return true;
    },
    onGrowth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
