import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { type EventBatch, EventStoreUnavailable, type ReadBackOptions } from '../../ports/eventStore.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import type { Session } from './connection.ts';
import { faultKind } from './fault.ts';
import { readRecords } from './readCall.ts';
import { backRequest, streamRequest } from './readRequest.ts';
import { isSystemEvent } from './records.ts';

/** How many events are read backwards, step by step, to find the last event not of the server's own. */
const LOOK_BACK = [16, 4_096, Number.MAX_SAFE_INTEGER];

export async function readStream(
  dependencies: CallDependencies,
  stream: string,
  { fromRevision = 0, limit = Number.MAX_SAFE_INTEGER }: { fromRevision?: number; limit?: number } = {},
): Promise<readonly RecordedEvent[]> {
  if (limit <= 0) return [];
  const request = streamRequest(stream, fromRevision, limit);
  const attempt = async (session: Session, timeoutMs: number) => {
    const events: RecordedEvent[] = [];
    await readRecords(session, request, timeoutMs, (record) => {
      const event = record.event();
      if (event !== null) events.push(event);
      return true;
    });
    return events;
  };
  try {
    return await untilAnswered(dependencies, 'readStream', attempt);
  } catch (error) {
    if (faultKind(error) === 'deleted') return [];
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
  const request = streamRequest(stream, revision, 1);
  const attempt = async (session: Session, timeoutMs: number) => {
    let isThere = false;
    await readRecords(session, request, timeoutMs, () => {
      isThere = true;
      return false;
    });
    return isThere;
  };
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_LOOK_MS)) {
    const isThere = await untilAnswered(dependencies, 'conflict', attempt, startedAtMs).catch((error) => {
      // Nothing of a tombstoned stream will be read.
      if (faultKind(error) === 'deleted') return true;
      throw error;
    });
    if (isThere) return;
    if (clock.monotonicMs() + waitMs >= startedAtMs + deadlines.callMs)
      throw new EventStoreUnavailable(`what a conflict on ${stream} refers to is not replicated yet`);
    await clock.sleep(waitMs);
  }
}

/** A page of the log backwards, filtered here. */
export function readBack(
  dependencies: CallDependencies,
  { before, limit, types }: ReadBackOptions,
): Promise<EventBatch> {
  // A server may begin with the record at the position.
  const maxCount = limit + 1;
  return untilAnswered(dependencies, 'readBack', async (session, timeoutMs) => {
    const events: RecordedEvent[] = [];
    let [position, scanned] = [before, 0];
    await readRecords(session, backRequest(before, maxCount), timeoutMs, (record) => {
      scanned += 1;
      if (before !== null && record.position >= before) return true;
      position = record.position;
      const event =
        isSystemEvent(record.type) || types?.includes(record.type) === false ? null : record.event();
      if (event !== null) events.push(event);
      return events.length < limit;
    });
    const caughtUp = scanned < maxCount && events.length < limit;
    return { events, position: caughtUp ? BEGINNING : (position ?? BEGINNING), caughtUp };
  });
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
      let found: Position | null = null;
      await readRecords(session, backRequest(null, maxCount), timeoutMs, ({ type, position }) => {
        seen += 1;
        if (isWanted(type)) found = position;
        return found === null;
      });
      if (found !== null) return found;
      if (seen < maxCount) break;
    }
    return BEGINNING;
  });
}
