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
import { FinalRefusal, TryLater } from './fault.ts';
import { head } from './read.ts';
import { positionOf } from './records.ts';

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
 * The answer, or the error that is final: RevisionConflict, AppendTooLarge, FinalRefusal or EventStoreUnavailable.
 * @throws TryLater when a repetition may succeed
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
      return new RevisionConflict(append.stream, expected, actual);
    }
    // The server has its own limit, which may be lower than ours.
    case 'event_store.client.MaximumAppendSizeExceeded':
    // 24.10 has one for each event too.
    case 'event_store.client.MaximumAppendEventSizeExceeded':
      return new AppendTooLarge(append.stream, append.bytes);
    case 'event_store.client.StreamDeleted':
      return new FinalRefusal(`stream ${append.stream} was tombstoned`);
    case 'event_store.client.AccessDenied':
      return new EventStoreUnavailable('access is denied');
    case 'event_store.client.BadRequest':
      return new FinalRefusal(`append to ${append.stream} was refused: ${failure?.getMessage()}`);
    default:
      // Timeout, Unknown, 'Server Is Not Ready': the server may have written it nevertheless.
      throw new TryLater(failure?.getMessage() || details?.getTypeName() || 'the server could not append');
  }
}

/**
 * Appends with the caller's ids under an explicit revision, and repeats exactly the same while no answer comes:
 * the server recognises the ids and answers as it did the first time.
 */
export function appender(
  dependencies: CallDependencies,
  limits: { inFlight: number; inFlightBytes: number },
): Append {
  const { clock, deadlines, metrics } = dependencies;
  const limit = inFlightLimit(limits.inFlight, limits.inFlightBytes);
  return async (stream, expected, events) => {
    const encoded = encodeAppend(stream, expected, events);
    metrics?.count('postledger_eventstore_appends_total');
    const startedAtMs = clock.monotonicMs();
    if (!(await limit.enter(encoded.bytes, deadlines.callMs))) {
      throw new EventStoreUnavailable('too many appends are waiting');
    }
    try {
      const answered = await untilAnswered(
        dependencies,
        'append',
        async (session, timeoutMs) =>
          // Final errors leave the loop as values: they are no faults of the connection.
          resultOf(await batchAppendOf(session)(encoded, timeoutMs), expected, encoded),
        startedAtMs,
      );
      if (answered instanceof Error) throw answered;
      const { position, revision } = answered;
      // It was written before now: a caller that waits for the present end of the log waits for it too.
      return { position: position ?? (await head(dependencies)), revision };
    } finally {
      limit.leave(encoded.bytes);
    }
  };
}

/** Bounds how much is in flight at once, in calls and in bytes; later calls wait in a queue. */
function inFlightLimit(maxCalls: number, maxBytes: number) {
  let calls = 0;
  let bytesInFlight = 0;
  const queue = new Set<{ readonly bytes: number; readonly admit: () => void }>();
  // One call always fits, however large.
  const fits = (bytes: number) => calls === 0 || (calls < maxCalls && bytesInFlight + bytes <= maxBytes);
  const take = (bytes: number) => {
    calls += 1;
    bytesInFlight += bytes;
  };
  return {
    /** Resolves true when the call may begin, false when `timeoutMs` passed before. */
    enter(bytes: number, timeoutMs: number): Promise<boolean> {
      if (queue.size === 0 && fits(bytes)) {
        take(bytes);
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          queue.delete(waiter);
          resolve(false);
        }, timeoutMs);
        const waiter = {
          bytes,
          admit: () => {
            clearTimeout(timer);
            resolve(true);
          },
        };
        queue.add(waiter);
      });
    },
    leave(bytes: number): void {
      calls -= 1;
      bytesInFlight -= bytes;
      for (const waiter of queue) {
        if (!fits(waiter.bytes)) break;
        queue.delete(waiter);
        take(waiter.bytes);
        waiter.admit();
      }
    },
  };
}
