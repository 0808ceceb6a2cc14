import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import type { EventBatch, ReadAllOptions } from '../../ports/eventStore.ts';
import { positionAt } from '../position.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import { isSystemEvent, LEADER, recordedOf, recordsOf, startOf } from './records.ts';

/** Records of one read: a bound, so that a page ends in time even when few events match. */
const MAX_RECORDS = 1_000;
/** Read besides the limit: the record at the start, which was handled before, and one more, which shows whether there are more. */
const EXTRA_RECORDS = 2;

/** A page of the whole log, filtered here: the client's readAll has no filter. */
export async function readPage(
  dependencies: CallDependencies,
  { after, limit, types }: ReadAllOptions,
): Promise<EventBatch> {
  const records = types === undefined ? Math.min(limit + EXTRA_RECORDS, MAX_RECORDS) : MAX_RECORDS;
  return pageOf(await readRange(dependencies, after, records), after, limit, types);
}

function pageOf(
  { events: all, position, caughtUp }: EventBatch,
  after: Position,
  limit: number,
  types: readonly string[] | undefined,
): EventBatch {
  const wanted = types === undefined ? null : new Set(types);
  const events: RecordedEvent[] = [];
  for (const event of all) {
    if (wanted?.has(event.type) === false) continue;
    if (events.length === limit)
      return { events, position: events.at(-1)?.position ?? after, caughtUp: false };
    events.push(event);
  }
  return { events, position, caughtUp };
}

/** The position is that of the last event of any type, except system events: these are not part of the log. */
function readRange(dependencies: CallDependencies, after: Position, maxCount: number): Promise<EventBatch> {
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
    if (scanned < maxCount) return { events, position, caughtUp: true };
    // A long range with system events only must not stop the reader for ever.
    return { events, position: position === after ? reached : position, caughtUp: false };
  });
}
