// src/adapters/eventstoredb/append.ts
import shared from "@eventstore/db-client/generated/shared_pb.js";
import protobuf from "google-protobuf";
import {
  AppendTooLarge,
  EventStoreUnavailable,
  RevisionConflict
} from "../../ports/eventStore.js";
import { positionAt } from "../position.js";
import { appendLine } from "./appendLine.js";
import { refuseWithoutLeader, shortestAttemptMs, untilAnswered } from "./attempts.js";
import { batchAppendOf } from "./batchAppend.js";
import { encodeAppend } from "./encode.js";
import { AppendDenied, FinalRefusal, TryLater } from "./fault.js";
import { head, readable } from "./read.js";
function resultOf(answer, expected, append) {
  const success = answer.getSuccess();
  if (success !== void 0) {
    const position = success.getPosition()?.getCommitPosition();
    return {
      position: position === void 0 ? null : positionAt(BigInt(position)),
      revision: Number(success.getCurrentRevision())
    };
  }
  const failure = answer.getError();
  const details = failure?.getDetails();
  switch (details?.getTypeName()) {
    case "event_store.client.WrongExpectedVersion": {
      const conflict = shared.WrongExpectedVersion.deserializeBinary(details.getValue_asU8());
      const actual = conflict.hasCurrentStreamRevision() ? Number(conflict.getCurrentStreamRevision()) : null;
      return new RevisionConflict(append.stream, expected, actual);
    }
    // The server has its own limit, which may be lower than ours.
    case "event_store.client.MaximumAppendSizeExceeded": {
      const refusal = shared.MaximumAppendSizeExceeded.deserializeBinary(details.getValue_asU8());
      return new AppendTooLarge(append.stream, append.bytes, refusal.getMaxappendsize());
    }
    // 24.10 has one for each event too.
    case "event_store.client.MaximumAppendEventSizeExceeded":
      return new AppendTooLarge(append.stream, append.bytes, maxEventBytesOf(details.getValue_asU8()));
    case "event_store.client.StreamDeleted":
      return new FinalRefusal(`stream ${append.stream} was tombstoned`);
    case "event_store.client.AccessDenied":
      throw new AppendDenied("this user may not append");
    case "event_store.client.BadRequest":
      return new FinalRefusal(`append to ${append.stream} was refused: ${failure?.getMessage()}`);
    default:
      throw new TryLater(failure?.getMessage() || details?.getTypeName() || "the server could not append");
  }
}
var MAX_EVENT_SIZE_FIELD = 3;
function maxEventBytesOf(details) {
  const reader = new protobuf.BinaryReader(details);
  while (reader.nextField()) {
    if (reader.getFieldNumber() === MAX_EVENT_SIZE_FIELD) return reader.readUint32();
    reader.skipField();
  }
  return void 0;
}
function appender(dependencies, limits) {
  const { clock, deadlines, metrics } = dependencies;
  const line = appendLine(clock, limits.inFlight, limits.inFlightBytes);
  return async (stream, expected, events) => {
    const encoded = encodeAppend(stream, expected, events);
    metrics?.count("postledger_eventstore_appends_total");
    refuseWithoutLeader(dependencies, "append");
    const startedAtMs = clock.monotonicMs();
    if (!await line.enter(encoded.bytes, deadlines.callMs - shortestAttemptMs(deadlines))) {
      throw new EventStoreUnavailable("too many appends are waiting");
    }
    let isAnswered = false;
    const answered = await untilAnswered(
      dependencies,
      "append",
      async (session, timeoutMs) => {
        const result = resultOf(await batchAppendOf(session)(encoded, timeoutMs), expected, encoded);
        isAnswered = true;
        return result;
      },
      startedAtMs
    ).finally(() => line.leave(encoded.bytes, isAnswered));
    if (answered instanceof RevisionConflict && answered.actual !== null)
      await readable(dependencies, stream, answered.actual, startedAtMs);
    if (answered instanceof Error) throw answered;
    const { position, revision } = answered;
    return { position: position ?? await head(dependencies), revision };
  };
}
export {
  appender
};
//# sourceMappingURL=append.js.map
