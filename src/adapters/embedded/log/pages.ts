import { setImmediate as nextTurn } from 'node:timers/promises';
import { BEGINNING, type Position } from '../../../events/event.ts';
import type { EventBatch, EventStore } from '../../../ports/eventStore.ts';
import { positionAt } from '../../position.ts';
import type { LogReader } from './logReader.ts';
import type { LogSlice } from './logSlices.ts';

/** Records that one page searches for the types asked for; then it returns how far it came. */
const PAGE_RECORDS = 100_000;

/** Streams, and pages of the log in both directions. */
export function pagesOf(reader: LogReader): Pick<EventStore, 'readStream' | 'readAll' | 'readBack'> {
  return {
    readStream: (stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
      reader.stream(stream, fromRevision, limit),
    readAll: async ({ after, limit, ...which }) =>
      readPage(positionNumber(after), limit, (at, room) => reader.slice(at, room, which)),
    async readBack({ before, limit, types }) {
      const from = before === null ? (await reader.lastPosition()) + 1 : positionNumber(before);
      return readPage(from, limit, (at, room) => reader.sliceBack(at, room, { types }));
    },
  };
}

/** Searches as many records as a page may for the types. */
async function readPage(
  from: number,
  limit: number,
  read: (at: number, room: number) => Promise<LogSlice>,
): Promise<EventBatch> {
  const events: EventBatch['events'][number][] = [];
  let position = from;
  let caughtUp = false;
  while (!caughtUp && events.length < limit && Math.abs(position - from) < PAGE_RECORDS) {
    // A caller that reads page by page must leave turns to the rest of the process.
    await nextTurn();
    const slice = await read(position, limit - events.length);
    for (const event of slice.events) events.push(event);
    position = slice.position;
    caughtUp = slice.atEnd;
  }
  return { events, position: positionAt(position), caughtUp };
}

/** The number of a row. @throws TypeError for what is no position */
export function positionNumber(position: Position): number {
  const at = Number(position);
  if (position.length !== BEGINNING.length || !Number.isSafeInteger(at) || at < 0)
    throw new TypeError(`${JSON.stringify(position)} is no position`);
  return at;
}
