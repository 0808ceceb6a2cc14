import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { EventStoreUnavailable } from '../../ports/eventStore.ts';
import { positionAt } from '../position.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import type { Session } from './connection.ts';
import { faultKind } from './fault.ts';
import { isSystemEvent, LEADER, recordedOf, recordsOf } from './records.ts';

/** How many events are read backwards, step by step, to find the last event not of the server's own. */
const LOOK_BACK = [16, 4_096, Number.MAX_SAFE_INTEGER];

export async function readStream(
  dependencies: CallDependencies,
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
    return await untilAnswered(dependencies, 'readStream', attempt);
  } catch (error) {
    const kind = faultKind(error);
    if (kind === 'missing' || kind === 'deleted') return [];
    throw error;
  }
}

const FIRST_LOOK_MS = 5;
const LONGEST_LOOK_MS = 100;

/**
 * Resolves once the event that a conflict refers to can be read: the server names what is written, and shows only what is
 * replicated and indexed, up to a second later. A caller that reads after the conflict must find what it lost to.
 * @throws EventStoreUnavailable when it is not there within the time of the call that began at `startedAtMs`
 */
export async function readable(
  dependencies: CallDependencies,
  stream: string,
  revision: number,
  startedAtMs: number,
): Promise<void> {
  const { clock, deadlines } = dependencies;
  const options = { ...LEADER, fromRevision: BigInt(revision), maxCount: 1 };
  const attempt = async (session: Session, timeoutMs: number) => {
    for await (const _ of recordsOf(session, session.client.readStream(stream, options), timeoutMs))
      return true;
    return false;
  };
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_LOOK_MS)) {
    const isThere = await untilAnswered(dependencies, 'conflict', attempt, startedAtMs).catch((error) => {
      const kind = faultKind(error);
      if (kind === 'missing') return false;
      // Nothing of a tombstoned stream will be read.
      if (kind === 'deleted') return true;
      throw error;
    });
    if (isThere) return;
    if (clock.monotonicMs() + waitMs >= startedAtMs + deadlines.callMs)
      throw new EventStoreUnavailable(`what a conflict on ${stream} refers to is not replicated yet`);
    await clock.sleep(waitMs);
  }
}

/** Position of the last event that is not the server's own. */
export function head(dependencies: CallDependencies): Promise<Position> {
  return lastPosition(dependencies, 'head', LOOK_BACK, (type) => !isSystemEvent(type));
}

/** Position of the last event of all: a subscription's position moves over the server's own ones too. */
export function end(dependencies: CallDependencies): Promise<Position> {
  return lastPosition(dependencies, 'end', [1], () => true);
}

/** Reads the log backwards in steps of `counts` events, up to the first event of a wanted type. */
function lastPosition(
  dependencies: CallDependencies,
  call: string,
  counts: readonly number[],
  isWanted: (type: string) => boolean,
): Promise<Position> {
  return untilAnswered(dependencies, call, async (session, timeoutMs) => {
    for (const maxCount of counts) {
      let seen = 0;
      const options = { ...LEADER, direction: 'backwards', fromPosition: 'end', maxCount } as const;
      for await (const { event } of recordsOf(session, session.client.readAll(options), timeoutMs)) {
        seen += 1;
        if (event?.position !== undefined && isWanted(event.type)) return positionAt(event.position.commit);
      }
      if (seen < maxCount) break;
    }
    return BEGINNING;
  });
}
