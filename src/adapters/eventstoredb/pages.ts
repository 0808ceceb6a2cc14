import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { charactersOf } from '../../events/eventSize.ts';
import type { EventBatch, ReadAllOptions } from '../../ports/eventStore.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import { isSystemEvent, positionOf, recordedOf, startOf } from './recorded.ts';
import { LEADER, recordsOf } from './records.ts';

/** Records of one stretch: so that a page ends in time, however few of them were asked for. */
const STRETCH_RECORDS = 1_000;
/** Beside those asked for: the one at the start, which was handled before, and one that says whether there is more. */
const RECORDS_BESIDE = 2;
/** Stretches kept for readers that come after, for how long, and characters of their events at most. */
const KEPT = 8;
const KEPT_MS = 2_000;
const KEPT_CHARACTERS = 32 * 1_048_576;

/** All of the ledger's events behind `after` up to `position`. */
interface Stretch extends EventBatch {
  readonly after: Position;
}

/**
 * Pages of the whole log, filtered here: the client's readAll has no filter, and reads every event for a caller that wants a
 * few. So consumers that catch up side by side share the reading: a full stretch of the log never changes, and is
 * kept a little while for the next of them.
 */
export function pageReader(context: CallDependencies): (options: ReadAllOptions) => Promise<EventBatch> {
  let kept: { readonly stretch: Stretch; readonly atMs: number; readonly characters: number }[] = [];
  const coming = new Map<Position, Promise<Stretch>>();

  const shared = async (after: Position): Promise<Stretch> => {
    const oldestMs = context.clock.monotonicMs() - KEPT_MS;
    kept = kept.filter(({ atMs }) => atMs > oldestMs);
    const there = kept.find(({ stretch }) => stretch.after <= after && after < stretch.position);
    if (there !== undefined) return there.stretch;
    const asked = coming.get(after);
    if (asked !== undefined) {
      const stretch = await asked;
      // Where it found the end, more may have been written before we asked.
      if (!stretch.caughtUp) return stretch;
    }
    const own = read(after).finally(() => coming.delete(after));
    coming.set(after, own);
    return own;
  };
  const read = async (after: Position): Promise<Stretch> => {
    const stretch = await readStretch(context, after, STRETCH_RECORDS);
    if (stretch.caughtUp) return stretch;
    const characters = stretch.events.reduce((sum, { data }) => sum + charactersOf(data), 0);
    kept = [...kept.slice(1 - KEPT), { stretch, atMs: context.clock.monotonicMs(), characters }];
    while (kept.reduce((sum, one) => sum + one.characters, 0) > KEPT_CHARACTERS) kept = kept.slice(1);
    return stretch;
  };

  return async ({ after, limit, types }) => {
    const records = types === undefined ? limit + RECORDS_BESIDE : STRETCH_RECORDS;
    const stretch =
      records < STRETCH_RECORDS ? await readStretch(context, after, records) : await shared(after);
    return pageOf(stretch, after, limit, types);
  };
}

function pageOf(
  { events: all, position, caughtUp }: Stretch,
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

/** The position is that of the last event of any type, but not of a system event: these are not part of the log. */
function readStretch(context: CallDependencies, after: Position, maxCount: number): Promise<Stretch> {
  return untilAnswered(context, 'readAll', async (session, timeoutMs) => {
    const events: RecordedEvent[] = [];
    let position = after;
    let reached = after;
    let scanned = 0;
    const records = session.client.readAll({ ...LEADER, fromPosition: startOf(after), maxCount });
    for await (const record of recordsOf(session, records, timeoutMs)) {
      scanned += 1;
      const commit = record.event?.position?.commit;
      if (commit === undefined) continue;
      reached = positionOf(commit);
      // The client starts at the position itself, which was handled before.
      if (reached <= after && after !== BEGINNING) continue;
      const event = recordedOf(record);
      if (event !== null) events.push(event);
      if (event !== null || !isSystemEvent(record.event?.type ?? '$')) position = reached;
    }
    if (scanned < maxCount) return { after, events, position, caughtUp: true };
    // A long stretch of nothing but system events must not hold the reader for ever.
    return { after, events, position: position === after ? reached : position, caughtUp: false };
  });
}
