import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import type { EventBatch, ReadAllOptions } from '../../ports/eventStore.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import { filteredPage } from './filteredPage.ts';
import { type LogRange, rangeCache } from './rangeCache.ts';
import { readRecords } from './readCall.ts';
import { allRequest } from './readRequest.ts';
import { isSystemEvent, type LogRecord } from './records.ts';

/** Records of one shared read: a bound, so that a page ends in time even when few events match. */
const SHARED_RECORDS = 1_000;
/** Read besides the limit: the record at the start, which was handled before, and one more, which shows whether there are more. */
const EXTRA_RECORDS = 2;
/** Between two looks whether a reader that lags has left the range that would make room. */
const PACE_MS = 5;
/** Types are rare for a reader that found at most one of so many records of a range to be of its own. */
const RARE = 16;

/**
 * Pages of the whole log, filtered here, so that consumers that catch up at the same time share the reading: a full range of the log
 * never changes, and is cached for a short time; while a reader is still in the oldest of a full cache, none goes on ahead, so that
 * each range is read once for all. One that does not come back for five seconds is not waited for. Only who finds next to nothing of
 * its types, and goes on where no other reads, has the server filter.
 */
export function pageReader(dependencies: CallDependencies): (options: ReadAllOptions) => Promise<EventBatch> {
  const { clock } = dependencies;
  const cache = rangeCache(() => clock.monotonicMs());
  const pending = new Map<Position, Promise<LogRange>>();
  /** Where readers, known by their lists of types, found next to nothing up to. */
  const rareUpTo = new WeakMap<readonly string[], Position>();

  const shared = async (after: Position): Promise<LogRange> => {
    const cached = cache.at(after);
    if (cached !== undefined) return cached;
    const underWay = pending.get(after);
    if (underWay !== undefined) {
      const range = await underWay;
      if (!range.caughtUp) return range;
      // More may have been written before this call; a read that began after that one has it, for all who waited.
      const later = pending.get(after);
      if (later !== undefined) return later;
    }
    const own = read(after).finally(() => pending.delete(after));
    pending.set(after, own);
    return own;
  };
  const read = async (after: Position): Promise<LogRange> => {
    while (cache.isNeeded()) await clock.sleep(PACE_MS);
    const range = await readRange(dependencies, after, SHARED_RECORDS);
    if (!range.caughtUp) cache.add(range);
    return range;
  };

  return async (options) => {
    const { after, limit, types } = options;
    if (types === undefined) {
      const records = limit + EXTRA_RECORDS;
      const isOwn = records < SHARED_RECORDS;
      return pageOf(
        isOwn ? await readRange(dependencies, after, records) : await shared(after),
        after,
        limit,
      );
    }
    cache.reader(types, null);
    if (rareUpTo.get(types) === after && cache.at(after) === undefined && !pending.has(after)) {
      const page = await filteredPage(dependencies, options);
      if (page !== null) {
        rareUpTo.set(types, page.position);
        return page;
      }
    }
    cache.reader(types, after);
    const range = await shared(after);
    const wanted = new Set(types);
    const records = range.records.filter(({ type }) => wanted.has(type));
    const isRare = !range.caughtUp && records.length * RARE <= range.records.length;
    if (isRare) rareUpTo.set(types, range.position);
    const page = pageOf({ ...range, records }, after, limit);
    cache.reader(types, page.position);
    return page;
  };
}

function pageOf({ records, position, caughtUp }: LogRange, after: Position, limit: number): EventBatch {
  const events: RecordedEvent[] = [];
  for (const record of records) {
    if (record.position <= after) continue;
    const event = record.event();
    if (event === null) continue;
    if (events.length === limit)
      return { events, position: events.at(-1)?.position ?? after, caughtUp: false };
    events.push(event);
  }
  return { events, position, caughtUp };
}

/** The position is that of the last event of any type, except system events: these are not part of the log. */
function readRange(dependencies: CallDependencies, after: Position, maxCount: number): Promise<LogRange> {
  const request = allRequest(after, maxCount);
  return untilAnswered(dependencies, 'readAll', async (session, timeoutMs) => {
    const records: LogRecord[] = [];
    let position = after;
    let reached = after;
    let scanned = 0;
    await readRecords(session, request, timeoutMs, (record) => {
      scanned += 1;
      const isNew = record.position > after || after === BEGINNING;
      // The server starts at the position itself, which was handled before.
      if (isNew) reached = record.position;
      if (isNew && !isSystemEvent(record.type)) {
        records.push(record);
        position = reached;
      }
      return true;
    });
    if (scanned < maxCount) return { after, records, position, caughtUp: true };
    // A long range with system events only must not stop the reader for ever.
    return { after, records, position: position === after ? reached : position, caughtUp: false };
  });
}
