import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import type { Session } from './connection.ts';
import { faultKind } from './fault.ts';
import { isSystemEvent, positionOf, recordedOf } from './recorded.ts';
import { LEADER, recordsOf } from './records.ts';

/** How far back the end of the ledger's own events is looked for, behind events of the server. */
const LOOK_BACK = [16, 4_096, Number.MAX_SAFE_INTEGER];

export async function readStream(
  context: CallDependencies,
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

/** Position of the last event that is not the server's own. */
export function head(context: CallDependencies): Promise<Position> {
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

/** Position of the last event of all: a subscription's position moves over the server's own ones too. */
export function end(context: CallDependencies): Promise<Position> {
  return untilAnswered(context, 'end', async (session, timeoutMs) => {
    const last = session.client.readAll({
      ...LEADER,
      direction: 'backwards',
      fromPosition: 'end',
      maxCount: 1,
    });
    for await (const { event } of recordsOf(session, last, timeoutMs))
      if (event?.position !== undefined) return positionOf(event.position.commit);
    return BEGINNING;
  });
}
