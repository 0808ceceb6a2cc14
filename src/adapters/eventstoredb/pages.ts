import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import type { EventBatch, ReadAllOptions } from '../../ports/eventStore.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import { filteredPage } from './filteredPage.ts';
import { readRecords } from './readCall.ts';
import { allRequest } from './readRequest.ts';
import { isSystemEvent, type LogRecord } from './records.ts';

/** Records of one shared read: a bound, so that a page ends in time even when few events match. */
const SHARED_RECORDS = 1_000;
/** Read besides the limit: the record at the start, which was handled before, and one more, which shows whether there are more. */
const EXTRA_RECORDS = 2;
/** The cache of ranges that were read: how many, for how long, and bytes of their events at most. */
const MAX_CACHED = 8;
const CACHED_MS = 2_000;
const MAX_CACHED_BYTES = 32 * 1_048_576;
/** Types are rare for a reader that found at most one of so many records of a range to be of its own. */
const RARE = 16;

/** All records after `after` up to `position` that are not the server's own. */
interface LogRange extends Pick<EventBatch, 'position' | 'caughtUp'> {
  readonly after: Position;
  readonly records: readonly LogRecord[];
}

/**
 * Pages of the whole log, filtered here, so that consumers that catch up at the same time share the reading: a full range of the log
 * never changes, and is cached for a short time. Only who finds next to nothing of its types, and goes on where no other reads, has
 * the server filter.
 */
export function pageReader(dependencies: CallDependencies): (options: ReadAllOptions) => Promise<EventBatch> {
  const { clock } = dependencies;
  let cache: { readonly range: LogRange; readonly atMs: number; readonly bytes: number }[] = [];
  const pending = new Map<Position, Promise<LogRange>>();
  /** Where readers, known by their lists of types, found next to nothing up to. */
  const rareUpTo = new WeakMap<readonly string[], Position>();

  const cachedAt = (after: Position): LogRange | undefined => {
    const oldestMs = clock.monotonicMs() - CACHED_MS;
    cache = cache.filter(({ atMs }) => atMs > oldestMs);
    return cache.find(({ range }) => range.after <= after && after < range.position)?.range;
  };
  const shared = async (after: Position): Promise<LogRange> => {
    const cached = cachedAt(after);
    if (cached !== undefined) return cached;
    const underWay = pending.get(after);
    if (underWay !== undefined) {
      const range = await underWay;
      // If it reached the end, more may have been written before this call.
      if (!range.caughtUp) return range;
    }
    const own = read(after).finally(() => pending.delete(after));
    pending.set(after, own);
    return own;
  };
  const read = async (after: Position): Promise<LogRange> => {
    const range = await readRange(dependencies, after, SHARED_RECORDS);
    if (range.caughtUp) return range;
    const bytes = range.records.reduce((sum, record) => sum + record.bytes, 0);
    cache = [...cache.slice(1 - MAX_CACHED), { range, atMs: clock.monotonicMs(), bytes }];
    while (cache.reduce((sum, one) => sum + one.bytes, 0) > MAX_CACHED_BYTES) cache = cache.slice(1);
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
    if (rareUpTo.get(types) === after && cachedAt(after) === undefined && !pending.has(after)) {
      const page = await filteredPage(dependencies, options);
      if (page !== null) {
        rareUpTo.set(types, page.position);
        return page;
      }
    }
    const range = await shared(after);
    const wanted = new Set(types);
    const records = range.records.filter(({ type }) => wanted.has(type));
    const isRare = !range.caughtUp && records.length * RARE <= range.records.length;
    if (isRare) rareUpTo.set(types, range.position);
    return pageOf({ ...range, records }, after, limit);
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
