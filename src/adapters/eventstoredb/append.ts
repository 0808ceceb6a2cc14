import shared from '@eventstore/db-client/generated/shared_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import protobuf from 'google-protobuf';
import type { NewEvent, Position } from '../../events/event.ts';
import {
  type AppendResult,
  AppendTooLarge,
  EventStoreUnavailable,
  type ExpectedRevision,
  RevisionConflict,
} from '../../ports/eventStore.ts';
import { positionAt } from '../position.ts';
import { appendLine } from './appendLine.ts';
import { type CallDependencies, refuseWithoutLeader, shortestAttemptMs, untilAnswered } from './attempts.ts';
import { batchAppendOf } from './batchAppend.ts';
import { type EncodedAppend, encodeAppend } from './encode.ts';
import { AppendDenied, FinalRefusal, TryLater } from './fault.ts';
import { head, readable } from './read.ts';

export type Append = (
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
) => Promise<AppendResult>;

/** The server's answer. It has no position for a repetition whose events were removed since, for example by a $maxAge. */
interface Answered {
  readonly position: Position | null;
  readonly revision: number;
}

/**
 * The answer, or the error that is final: RevisionConflict, AppendTooLarge or FinalRefusal.
 * @throws TryLater when a repetition may succeed
 * @throws AppendDenied
 */
function resultOf(
  answer: streams.BatchAppendResp,
  expected: ExpectedRevision,
  append: EncodedAppend,
): Answered | Error {
  const success = answer.getSuccess();
  if (success !== undefined) {
    const position = success.getPosition()?.getCommitPosition();
    return {
      position: position === undefined ? null : positionAt(BigInt(position)),
      revision: Number(success.getCurrentRevision()),
    };
  }
  const failure = answer.getError();
  const details = failure?.getDetails();
  switch (details?.getTypeName()) {
    case 'event_store.client.WrongExpectedVersion': {
      const conflict = shared.WrongExpectedVersion.deserializeBinary(details.getValue_asU8());
      const actual = conflict.hasCurrentStreamRevision() ? Number(conflict.getCurrentStreamRevision()) : null;
      return new RevisionConflict(append.stream, expected, actual);
    }
    // The server has its own limit, which may be lower than ours.
    case 'event_store.client.MaximumAppendSizeExceeded': {
      const refusal = shared.MaximumAppendSizeExceeded.deserializeBinary(details.getValue_asU8());
      return new AppendTooLarge(append.stream, append.bytes, refusal.getMaxappendsize());
    }
    // 24.10 has one for each event too.
    case 'event_store.client.MaximumAppendEventSizeExceeded':
      return new AppendTooLarge(append.stream, append.bytes, maxEventBytesOf(details.getValue_asU8()));
    case 'event_store.client.StreamDeleted':
      return new FinalRefusal(`stream ${append.stream} was tombstoned`);
    case 'event_store.client.AccessDenied':
      // As a value it would count as an append that was taken, and end the outage.
      throw new AppendDenied('this user may not append');
    case 'event_store.client.BadRequest':
      return new FinalRefusal(`append to ${append.stream} was refused: ${failure?.getMessage()}`);
    default:
      // Timeout, Unknown, 'Server Is Not Ready': the server may have written it nevertheless.
      throw new TryLater(failure?.getMessage() || details?.getTypeName() || 'the server could not append');
  }
}

const MAX_EVENT_SIZE_FIELD = 3;

/** The limit in 24.10's MaximumAppendEventSizeExceeded (shared.proto), which the client has no class for; undefined: not given. */
function maxEventBytesOf(details: Uint8Array): number | undefined {
  const reader = new protobuf.BinaryReader(details);
  while (reader.nextField()) {
    if (reader.getFieldNumber() === MAX_EVENT_SIZE_FIELD) return reader.readUint32();
    reader.skipField();
  }
  return undefined;
}

/**
 * Appends with the caller's ids under an explicit revision, once the parts are stored, and repeats exactly the same while no
 * answer comes: the server recognises the ids and answers as it did the first time.
 */
export function appender(
  dependencies: CallDependencies,
  putParts: (stream: string, events: readonly NewEvent[]) => Promise<void>,
  limits: { inFlight: number; inFlightBytes: number },
): Append {
  const { clock, deadlines, metrics } = dependencies;
  const line = appendLine(clock, limits.inFlight, limits.inFlightBytes);
  return async (stream, expected, events) => {
    const encoded = encodeAppend(stream, expected, events);
    metrics?.count('postledger_eventstore_appends_total');
    // Before it waits for its turn.
    refuseWithoutLeader(dependencies, 'append');
    const startedAtMs = clock.monotonicMs();
    await putParts(stream, events);
    // What comes to its turn with less time left is not sent: its caller would be gone before the answer.
    if (!(await line.enter(encoded.bytes, deadlines.callMs - shortestAttemptMs(deadlines)))) {
      throw new EventStoreUnavailable('too many appends are waiting');
    }
    let isAnswered = false;
    const answered = await untilAnswered(
      dependencies,
      'append',
      async (session, timeoutMs) => {
        // Final errors leave the loop as values: they are no faults of the connection.
        const result = resultOf(await batchAppendOf(session)(encoded, timeoutMs), expected, encoded);
        isAnswered = true;
        return result;
      },
      startedAtMs,
    ).finally(() => line.leave(encoded.bytes, isAnswered));
    if (answered instanceof RevisionConflict && answered.actual !== null)
      await readable(dependencies, stream, answered.actual, startedAtMs);
    if (answered instanceof Error) throw answered;
    const { position, revision } = answered;
    // It was written before now: a caller that waits for the present end of the log waits for it too.
    return { position: position ?? (await head(dependencies)), revision };
  };
}
