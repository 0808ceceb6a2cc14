import { BEGINNING, type Position, type RecordedEvent } from '../../events/envelope.ts';
import type { EventBatch, ReadAllOptions } from '../../ports/eventStore.ts';
import { type CallContext, untilAnswered } from './attempts.ts';
import type { Session } from './connection.ts';
import { faultKind } from './fault.ts';
import { isSystemEvent, positionOf, recordedOf, startOf } from './recorded.ts';
import { recordsOf } from './records.ts';

/** Records that one page looks at: at most so many, so that it ends in time, and enough for those that are rare. */
const SCANNED_AT_MOST = 4_096;
const SCANNED_AT_LEAST = 256;
/** Beside those asked for: the one at the start, which was handled before, and one that says whether there is more. */
const SCANNED_BESIDE = 2;
/** How far back the end of the ledger's own events is looked for, behind events of the server. */
const LOOK_BACK = [16, 4_096, Number.MAX_SAFE_INTEGER];

/** Reads go to the leader: a follower may not yet have what was just acknowledged. */
const LEADER = { requiresLeader: true } as const;

export async function readStream(
  context: CallContext,
  stream: string,
  { fromRevision = 0, limit }: { fromRevision?: number; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  if (limit !== undefined && limit <= 0) return [];
  const attempt = async (session: Session, timeoutMs: number) => {
    const events: RecordedEvent[] = [];
    const records = session.client.readStream(stream, {
      ...LEADER,
      fromRevision: BigInt(fromRevision),
      ...(limit === undefined ? {} : { maxCount: limit }),
    });
    for await (const record of recordsOf(session, records, timeoutMs)) {
      const event = recordedOf(record);
      if (event !== null) events.push(event);
    }
    return events;
  };
  try {
    return await untilAnswered(context, 'readStream', attempt);
  } catch (error) {
    const kind = faultKind(error);
    if (kind === 'missing' || kind === 'deleted') return [];
    throw error;
  }
}

/**
 * One page, filtered here: the client's readAll has no filter. The position is that of the last event scanned,
 * of any type, but not of a system event: these are not part of the ledger's log.
 */
export function readAll(context: CallContext, { after, limit, types }: ReadAllOptions): Promise<EventBatch> {
  const wanted = types === undefined ? null : new Set(types);
  const enough = Math.max(limit + SCANNED_BESIDE, wanted === null ? 0 : SCANNED_AT_LEAST);
  const maxCount = Math.min(SCANNED_AT_MOST, enough);
  return untilAnswered(context, 'readAll', async (session, timeoutMs) => {
    const events: RecordedEvent[] = [];
    let position: Position = after;
    let scanned = 0;
    let reached: Position = after;
    const batch = (caughtUp: boolean): EventBatch => ({ events, position, caughtUp });
    const records = session.client.readAll({
      ...LEADER,
      fromPosition: startOf(after),
      maxCount,
    });
    for await (const record of recordsOf(session, records, timeoutMs)) {
      scanned += 1;
      const commit = record.event?.position?.commit;
      if (commit === undefined) continue;
      reached = positionOf(commit);
      // The client starts at the position itself, which was handled before.
      if (reached <= after && after !== BEGINNING) continue;
      const event = recordedOf(record);
      if (event === null) {
        if (!isSystemEvent(record.event?.type ?? '$')) position = reached;
        continue;
      }
      if (wanted === null || wanted.has(event.type)) {
        if (events.length >= limit) return batch(false);
        events.push(event);
      }
      position = event.position;
    }
    if (scanned < maxCount) return batch(true);
    // A long stretch of nothing but system events must not hold the reader for ever.
    if (position === after) position = reached;
    return batch(false);
  });
}

/** Position of the last event that is not the server's own. */
export function head(context: CallContext): Promise<Position> {
  return untilAnswered(context, 'head', async (session, timeoutMs) => {
    for (const maxCount of LOOK_BACK) {
      let seen = 0;
      const records = session.client.readAll({
        ...LEADER,
        direction: 'backwards',
        fromPosition: 'end',
        maxCount,
      });
      for await (const { event } of recordsOf(session, records, timeoutMs)) {
        seen += 1;
        if (event?.position !== undefined && !isSystemEvent(event.type)) {
          return positionOf(event.position.commit);
        }
      }
      if (seen < maxCount) break;
    }
    return BEGINNING;
  });
}
