import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { charactersOf } from '../../events/eventSize.ts';
import type { EventBatch, ReadAllOptions } from '../../ports/eventStore.ts';
import { positionAt } from '../position.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import { isSystemEvent, LEADER, recordedOf, recordsOf, startOf } from './records.ts';

/** Records of one shared read: a bound, so that a page ends in time even when few events match. */
const SHARED_RECORDS = 1_000;
/** Read besides the limit: the record at the start, which was handled before, and one more, which shows whether there are more. */
const EXTRA_RECORDS = 2;
/** The cache of ranges that were read: how many, for how long, and characters of their events at most. */
const MAX_CACHED = 8;
const CACHED_MS = 2_000;
const MAX_CACHED_CHARACTERS = 32 * 1_048_576;

/** All of the ledger's events after `after` up to `position`. */
interface LogRange extends EventBatch {
  readonly after: Position;
}

/**
 * Pages of the whole log, filtered here: the client's readAll has no filter and reads every event for a caller that wants
 * only a few. So consumers that catch up at the same time share the reading: a full range of the log never changes, and is
 * cached for a short time.
 */
export function pageReader(dependencies: CallDependencies): (options: ReadAllOptions) => Promise<EventBatch> {
  const { clock } = dependencies;
  let cache: { readonly range: LogRange; readonly atMs: number; readonly characters: number }[] = [];
  const pending = new Map<Position, Promise<LogRange>>();

  const shared = async (after: Position): Promise<LogRange> => {
    const oldestMs = clock.monotonicMs() - CACHED_MS;
    cache = cache.filter(({ atMs }) => atMs > oldestMs);
    const cached = cache.find(({ range }) => range.after <= after && after < range.position);
    if (cached !== undefined) return cached.range;
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
    const characters = range.events.reduce((sum, { data }) => sum + charactersOf(data), 0);
    cache = [...cache.slice(1 - MAX_CACHED), { range, atMs: clock.monotonicMs(), characters }];
    while (cache.reduce((sum, one) => sum + one.characters, 0) > MAX_CACHED_CHARACTERS)
      cache = cache.slice(1);
    return range;
  };

  return async ({ after, limit, types }) => {
    const records = types === undefined ? limit + EXTRA_RECORDS : SHARED_RECORDS;
    const range =
      records < SHARED_RECORDS ? await readRange(dependencies, after, records) : await shared(after);
    return pageOf(range, after, limit, types);
  };
}

function pageOf(
  { events: all, position, caughtUp }: LogRange,
  after: Position,
  limit: number,
  types: readonly string[] | undefined,
): EventBatch {
  const wanted = types === undefined ? null : new Set(types);
  const events: RecordedEvent[] = [];
  for (const event of all) {
    if (event.position <= after || (wanted !== null && !wanted.has(event.type))) continue;
    if (events.length === limit)
      return { events, position: events.at(-1)?.position ?? after, caughtUp: false };
    events.push(event);
  }
  return { events, position, caughtUp };
}

/** The position is that of the last event of any type, except system events: these are not part of the log. */
function readRange(dependencies: CallDependencies, after: Position, maxCount: number): Promise<LogRange> {
  return untilAnswered(dependencies, 'readAll', async (session, timeoutMs) => {
    const events: RecordedEvent[] = [];
    let position = after;
    let reached = after;
    let scanned = 0;
    const records = session.client.readAll({ ...LEADER, fromPosition: startOf(after), maxCount });
    for await (const record of recordsOf(session, records, timeoutMs)) {
      scanned += 1;
      const commit = record.event?.position?.commit;
      if (commit === undefined) continue;
      reached = positionAt(commit);
      // The client starts at the position itself, which was handled before.
      if (reached <= after && after !== BEGINNING) continue;
      const event = recordedOf(record);
      if (event !== null) events.push(event);
      if (event !== null || !isSystemEvent(record.event?.type ?? '$')) position = reached;
    }
    if (scanned < maxCount) return { after, events, position, caughtUp: true };
    // A long range with system events only must not stop the reader for ever.
    return { after, events, position: position === after ? reached : position, caughtUp: false };
  });
}
