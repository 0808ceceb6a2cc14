// src/adapters/eventstoredb/encode.ts
import shared from "@eventstore/db-client/generated/shared_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import empty from "google-protobuf/google/protobuf/empty_pb.js";
import { AppendTooLarge, MAX_APPEND_BYTES } from "../../ports/eventStore.js";
var UUID_BYTES = 36;
function json(value) {
  const text = JSON.stringify(value);
  if (text === void 0) throw new TypeError("event data must be JSON");
  return Buffer.from(text, "utf8");
}
function encodeAppend(stream, expected, events) {
  if (events.length === 0) throw new RangeError("an append needs at least one event");
  let bytes = 0;
  const messages = events.map((event) => {
    const message = new streams.BatchAppendReq.ProposedMessage();
    const id = new shared.UUID();
    id.setString(event.id);
    message.setId(id);
    message.getMetadataMap().set("type", event.type).set("content-type", "application/json");
    const data = json(event.data);
    const metadata = json(event.metadata);
    message.setData(data);
    message.setCustomMetadata(metadata);
    const typeBytes = Buffer.byteLength(event.type, "utf8");
    bytes += Math.max(UUID_BYTES + typeBytes, 2 * event.type.length) + data.length + metadata.length;
    return message;
  });
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return { stream, options: optionsOf(stream, expected), messages, bytes };
}
function optionsOf(stream, expected) {
  const options = new streams.BatchAppendReq.Options();
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, "utf8"));
  options.setStreamIdentifier(identifier);
  if (expected === "no-stream") options.setNoStream(new empty.Empty());
  else options.setStreamPosition(String(expected));
  return options;
}
function requestOf(append, correlation) {
  const id = new shared.UUID();
  id.setString(correlation);
  return new streams.BatchAppendReq().setCorrelationId(id).setOptions(append.options).setProposedMessagesList(append.messages).setIsFinal(true);
}
export {
  encodeAppend,
  requestOf
};
//# sourceMappingURL=encode.js.map
