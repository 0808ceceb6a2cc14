import { leavesFrom } from '../../src/adapters/leavesFrom.ts';
import { positionAt } from '../../src/adapters/position.ts';
import { BEGINNING, type NewEvent, type Position, type RecordedEvent } from '../../src/events/event.ts';
import {
  AppendTooLarge,
  type EventStore,
  MAX_APPEND_BYTES,
  RevisionConflict,
} from '../../src/ports/eventStore.ts';
import { seenBy } from '../simulation/stores/worldLog.ts';
import { pageBack } from './pageBack.ts';

/** A log in an array, for tests of what stands above the port. `fail` makes the next calls reject. */
export interface MemoryEventStore extends EventStore {
  readonly log: RecordedEvent[];
  failNext(error: Error, times?: number): void;
}

/** The events of a stream, found again by what was read already: tests also change the log itself. */
function streamsOf(log: readonly RecordedEvent[]): (stream: string) => readonly RecordedEvent[] {
  const streams = new Map<string, RecordedEvent[]>();
  let read = 0;
  let last: RecordedEvent | undefined;
  return (stream) => {
    if (log.length < read || log[read - 1] !== last) {
      streams.clear();
      read = 0;
    }
    for (const event of log.slice(read)) {
      const own = streams.get(event.stream);
      if (own === undefined) streams.set(event.stream, [event]);
      else own.push(event);
    }
    read = log.length;
    last = log.at(-1);
    return streams.get(stream) ?? [];
  };
}

export function memoryEventStore(): MemoryEventStore {
  const log: RecordedEvent[] = [];
  const faults: Error[] = [];
  let wakers: (() => void)[] = [];
  const position = (n: number): Position => positionAt(n);
  const head = () => log.at(-1)?.position ?? BEGINNING;
  const fault = () => {
    const error = faults.shift();
    if (error !== undefined) throw error;
  };
  const ofStream = streamsOf(log);
  const store: MemoryEventStore = {
    log,
    failNext: (error, times = 1) => {
      for (let n = 0; n < times; n++) faults.push(error);
    },
    async append(stream, expected, events: readonly NewEvent[]) {
      fault();
      checkSize(stream, events);
      const own = ofStream(stream);
      const start = expected === 'no-stream' ? 0 : expected + 1;
      const there = own.slice(start, start + events.length);
      const last = there.at(-1);
      if (last !== undefined && events.every(({ id }, at) => id === there[at]?.id)) {
        return { position: last.position, revision: last.revision };
      }
      if (own.length !== start) throw new RevisionConflict(stream, expected, own.at(-1)?.revision ?? null);
      events.forEach((event, at) => {
        log.push({
          ...structuredClone(event),
          stream,
          revision: start + at,
          position: position(log.length + 1),
        });
      });
      const woken = wakers;
      wakers = [];
      for (const wake of woken) wake();
      return { position: head(), revision: start + events.length - 1 };
    },
    async readStream(stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      fault();
      return ofStream(stream)
        .filter(({ revision }) => revision >= fromRevision)
        .slice(0, limit);
    },
    async readAll({ after, limit, types, withoutParts = false }) {
      fault();
      const behind = log.filter((event) => event.position > after);
      const events = behind
        .filter(({ type }) => types?.includes(type) ?? true)
        .slice(0, limit)
        .map((event) => seenBy(event, withoutParts));
      const caughtUp = events.length < limit;
      return { events, caughtUp, position: (caughtUp ? behind.at(-1) : events.at(-1))?.position ?? after };
    },
    async readBack(options) {
      fault();
      return pageBack(log, options);
    },
    readLeaves: leavesFrom((options) => store.readAll(options)),
    async *subscribe({ after, types, signal }) {
      let at = after;
      while (!signal.aborted) {
        const batch = await store.readAll({ after: at, limit: 100, ...(types && { types }) });
        if (batch.position > at) {
          at = batch.position;
          yield batch;
          continue;
        }
        // An append may have come while the empty page was awaited.
        if (head() > at) continue;
        await new Promise<void>((resolve) => {
          const wake = () => {
            signal.removeEventListener('abort', wake);
            resolve();
          };
          wakers.push(wake);
          signal.addEventListener('abort', wake, { once: true });
        });
      }
    },
    head: async () => head(),
    end: async () => head(),
    close: async () => {},
  };
  return store;
}

/** @throws TypeError, AppendTooLarge as the port says */
function checkSize(stream: string, events: readonly NewEvent[]): void {
  if (events.length === 0) throw new TypeError('an append has at least one event');
  let bytes = 0;
  for (const { id, type, data, metadata, parts = {} } of events) {
    const text = JSON.stringify(data) as string | undefined;
    if (text === undefined) throw new TypeError(`data of ${type} is nothing that JSON can hold`);
    const ofParts = Object.values(parts).map(({ salt, text }) => salt + text);
    bytes += Buffer.byteLength([id, type, text, JSON.stringify(metadata), ...ofParts].join(''));
  }
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
}
