// test/double/messages.ts
import shared from "@eventstore/db-client/generated/shared_pb.js";
import status from "@eventstore/db-client/generated/status_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import protobuf from "google-protobuf";
import any from "google-protobuf/google/protobuf/any_pb.js";
import empty from "google-protobuf/google/protobuf/empty_pb.js";
var TICKS_PER_MS = 10000n;
var nameOf = (identifier) => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString("utf8");
function identify(stream) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, "utf8"));
  return identifier;
}
function proposed(message) {
  const metadata = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? "",
    type: metadata.get("type") ?? "",
    contentType: metadata.get("content-type") ?? "",
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8()
  };
}
function readMessage(record) {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(record.id);
  event.setId(id);
  event.setStreamIdentifier(identify(record.stream));
  event.setStreamRevision(String(record.revision));
  event.setPreparePosition(String(record.position));
  event.setCommitPosition(String(record.position));
  event.setData(record.data);
  event.setCustomMetadata(record.metadata);
  const metadata = event.getMetadataMap();
  metadata.set("type", record.type);
  metadata.set("content-type", record.contentType);
  metadata.set("created", String(BigInt(record.createdMs) * TICKS_PER_MS));
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(event);
  read.setCommitPosition(String(record.position));
  return new streams.ReadResp().setEvent(read);
}
var confirmationMessage = () => new streams.ReadResp().setConfirmation(
  new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId("double")
);
var caughtUpMessage = () => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());
var checkpointMessage = ({ commit, prepare }) => new streams.ReadResp().setCheckpoint(
  new streams.ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare))
);
function notFoundMessage(stream) {
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identify(stream));
  return new streams.ReadResp().setStreamNotFound(missing);
}
function conflictDetails(current, expected) {
  const details = new shared.WrongExpectedVersion();
  if (current === null) details.setCurrentNoStream(new empty.Empty());
  else details.setCurrentStreamRevision(String(current));
  if (typeof expected === "number") details.setExpectedStreamPosition(String(expected));
  else if (expected === "no-stream") details.setExpectedNoStream(new empty.Empty());
  else if (expected === "stream-exists") details.setExpectedStreamExists(new empty.Empty());
  else details.setExpectedAny(new empty.Empty());
  return details;
}
function packed(message, name) {
  const wrapped = new any.Any();
  wrapped.pack(message.serializeBinary(), name);
  return wrapped;
}
function failure(answer, stream) {
  const failed = new status.Status();
  switch (answer.kind) {
    case "conflict":
      failed.setMessage("WrongExpectedVersion");
      return failed.setDetails(
        packed(conflictDetails(answer.current, answer.expected), "event_store.client.WrongExpectedVersion")
      );
    case "too-large": {
      const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(answer.maxBytes);
      return failed.setDetails(packed(details, "event_store.client.MaximumAppendSizeExceeded"));
    }
    case "event-too-large": {
      const writer = new protobuf.BinaryWriter();
      writer.writeString(1, answer.id);
      writer.writeUint32(2, answer.bytes);
      writer.writeUint32(3, answer.maxBytes);
      const details = { serializeBinary: () => writer.getResultBuffer() };
      return failed.setDetails(packed(details, "event_store.client.MaximumAppendEventSizeExceeded"));
    }
    case "deleted": {
      const details = new shared.StreamDeleted().setStreamIdentifier(identify(stream));
      return failed.setDetails(packed(details, "event_store.client.StreamDeleted"));
    }
    case "denied":
      return failed.setDetails(packed(new shared.AccessDenied(), "event_store.client.AccessDenied"));
    case "timeout":
      return failed.setDetails(packed(new shared.Timeout(), "event_store.client.Timeout"));
    case "not-ready":
      failed.setMessage("Server Is Not Ready");
      return failed.setDetails(packed(new empty.Empty(), "google.protobuf.Empty"));
  }
}
function batchAnswer(correlation, stream, answer) {
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(correlation);
  response.setStreamIdentifier(identify(stream));
  if (answer.kind !== "success") return response.setError(failure(answer, stream));
  const success = new streams.BatchAppendResp.Success();
  if (answer.revision === null) success.setNoStream(new empty.Empty());
  else success.setCurrentRevision(String(answer.revision));
  if (answer.position === null) success.setNoPosition(new empty.Empty());
  else {
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(answer.position));
    position.setPreparePosition(String(answer.position));
    success.setPosition(position);
  }
  return response.setSuccess(success);
}
export {
  batchAnswer,
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  nameOf,
  notFoundMessage,
  proposed,
  readMessage
};
//# sourceMappingURL=messages.js.map
