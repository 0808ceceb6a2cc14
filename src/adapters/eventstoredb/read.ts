import { BEGINNING, type Position, type RecordedEvent } from '../../events/event.ts';
import { type EventBatch, EventStoreUnavailable, type ReadBackOptions } from '../../ports/eventStore.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import type { Session } from './connection.ts';
import { faultKind } from './fault.ts';
import { readRecords, recordFrom } from './readCall.ts';
import { backRequest, streamRequest } from './readRequest.ts';
import { isSystemEvent, type LogRecord } from './records.ts';

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
  return untilAnswered(dependencies, 'readBack', async (session, timeoutMs) => {
    const events: RecordedEvent[] = [];
    let position = before;
    // A server may begin with the record at the position.
    const caughtUp = await takeBack(session, before, limit + 1, timeoutMs, (record) => {
      position = record.position;
      const isWanted = !isSystemEvent(record.type) && types?.includes(record.type) !== false;
      const event = isWanted ? record.event() : null;
      if (event !== null) events.push(event);
      return events.length < limit;
    });
    return { events, position: caughtUp ? BEGINNING : (position ?? BEGINNING), caughtUp };
  });
}

/** Position of the last event that is not the server's own. */
export function head(dependencies: CallDependencies): Promise<Position> {
  return untilAnswered(dependencies, 'head', async (session, timeoutMs) => {
    let found: Position | null = null;
    for (const maxCount of LOOK_BACK) {
      const isAll = await takeBack(session, null, maxCount, timeoutMs, ({ type, position }) => {
        if (!isSystemEvent(type)) found = position;
        return found === null;
      });
      if (isAll || found !== null) break;
    }
    return found ?? BEGINNING;
  });
}

/** Position of the last event of all: a subscription's position moves over the server's own ones too. */
export function end(dependencies: CallDependencies): Promise<Position> {
  return untilAnswered(dependencies, 'end', async (session, timeoutMs) => {
    const last = await recordFrom(session, backRequest(null, 1), timeoutMs, true);
    return last?.position ?? BEGINNING;
  });
}

/**
 * Gives `take` the records before a position (null: from the end), the newest first, until it returns false or the server has given
 * `maxCount`. True when it took the first of the log.
 */
async function takeBack(
  session: Session,
  before: Position | null,
  maxCount: number,
  timeoutMs: number,
  take: (record: LogRecord) => boolean,
): Promise<boolean> {
  let given = 0;
  let goesOn = true;
  await readRecords(session, backRequest(before, maxCount), timeoutMs, (record) => {
    given += 1;
    if (before === null || record.position < before) goesOn = take(record);
    return goesOn;
  });
  return goesOn && given < maxCount;
}
