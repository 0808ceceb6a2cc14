import shared from '@eventstore/db-client/generated/shared_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { NewEvent, Position } from '../../events/event.ts';
import {
  type AppendResult,
  AppendTooLarge,
  EventStoreUnavailable,
  type ExpectedRevision,
  RevisionConflict,
} from '../../ports/eventStore.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import { batchAppendOf } from './batchAppend.ts';
import { type EncodedAppend, encodeAppend } from './encode.ts';
import { TryLater, FinalRefusal } from './fault.ts';
import { inFlightLimit } from './flight.ts';
import { head } from './read.ts';
import { positionOf } from './recorded.ts';

export type Append = (
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
) => Promise<AppendResult>;

/** What the server answered. It tells no position to a repetition whose events it has removed since, as by a $maxAge. */
interface Answered {
  readonly position: Position | null;
  readonly revision: number;
}

/** @throws RevisionConflict, AppendTooLarge, Refused for good; NotNow when it is worth asking again */
function resultOf(
  answer: streams.BatchAppendResp,
  expected: ExpectedRevision,
  append: EncodedAppend,
): Answered {
  const success = answer.getSuccess();
  if (success !== undefined) {
    const position = success.getPosition()?.getCommitPosition();
    return {
      position: position === undefined ? null : positionOf(BigInt(position)),
      revision: Number(success.getCurrentRevision()),
    };
  }
  const failure = answer.getError();
  const details = failure?.getDetails();
  switch (details?.getTypeName()) {
    case 'event_store.client.WrongExpectedVersion': {
      const conflict = shared.WrongExpectedVersion.deserializeBinary(details.getValue_asU8());
      const actual = conflict.hasCurrentStreamRevision() ? Number(conflict.getCurrentStreamRevision()) : null;
      throw new RevisionConflict(append.stream, expected, actual);
    }
    // The server's limit is a setting of its own and may be lower than ours.
    case 'event_store.client.MaximumAppendSizeExceeded':
    // 24.10 has one for each event too.
    case 'event_store.client.MaximumAppendEventSizeExceeded':
      throw new AppendTooLarge(append.stream, append.bytes);
    case 'event_store.client.StreamDeleted':
      throw new FinalRefusal(`stream ${append.stream} was tombstoned`);
    case 'event_store.client.AccessDenied':
      throw new EventStoreUnavailable('access is denied');
    case 'event_store.client.BadRequest':
      throw new FinalRefusal(`append to ${append.stream} was refused: ${failure?.getMessage()}`);
    default:
      // Timeout, Unknown, 'Server Is Not Ready': the server may have written it all the same.
      throw new TryLater(failure?.getMessage() || details?.getTypeName() || 'the server could not append');
  }
}

/**
 * Appends with the caller's ids under an explicit revision, and repeats exactly that while the answer is lost:
 * the server then recognises the ids and answers as it did the first time.
 */
export function appender(context: CallDependencies, limits: { inFlight: number; inFlightBytes: number }): Append {
  const { clock, deadlines } = context;
  const flight = inFlightLimit(limits.inFlight, limits.inFlightBytes);
  return async (stream, expected, events) => {
    const encoded = encodeAppend(stream, expected, events);
    context.metrics?.count('postledger_eventstore_appends_total');
    const startedAtMs = clock.monotonicMs();
    if (!(await flight.enter(encoded.bytes, deadlines.callMs))) {
      throw new EventStoreUnavailable('too many appends are waiting');
    }
    try {
      const answered = await untilAnswered(
        context,
        'append',
        async (session, timeoutMs) =>
          // Answers that are final leave the loop as values: they are no faults of the connection.
          outcome(await batchAppendOf(session).send(encoded, timeoutMs), expected, encoded),
        startedAtMs,
      );
      if ('error' in answered) throw answered.error;
      const { position, revision } = answered.result;
      // It was written, and before now: whoever waits for the log's end as it is has waited for it.
      return { position: position ?? (await head(context)), revision };
    } finally {
      flight.leave(encoded.bytes);
    }
  };
}

function outcome(
  answer: streams.BatchAppendResp,
  expected: ExpectedRevision,
  append: EncodedAppend,
): { readonly result: Answered } | { readonly error: unknown } {
  try {
    return { result: resultOf(answer, expected, append) };
  } catch (error) {
    if (error instanceof TryLater) throw error;
    return { error };
  }
}
