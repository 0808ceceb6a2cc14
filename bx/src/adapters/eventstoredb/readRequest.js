// src/adapters/eventstoredb/readRequest.ts
import shared from "@eventstore/db-client/generated/shared_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import { BEGINNING } from "../../events/event.js";
var { ReadReq } = streams;
var { Options } = ReadReq;
var BACKWARDS = 1;
var CHECKPOINT_INTERVAL = 16;
var nothing = () => new shared.Empty();
function readOf(change) {
  const options = new Options();
  options.setNoFilter(nothing()).setUuidOption(new Options.UUIDOption().setString(nothing()));
  change(options);
  return new ReadReq().setOptions(options);
}
function streamRequest(stream, fromRevision, limit) {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream, "utf8"));
  const of = new Options.StreamOptions().setStreamIdentifier(identifier).setRevision(String(fromRevision));
  return readOf((options) => options.setStream(of).setCount(String(limit)));
}
function allRequest(after, limit) {
  return readOf((options) => options.setAll(placeOf(after)).setCount(String(limit)));
}
function endRequest(limit) {
  const end = new Options.AllOptions().setEnd(nothing());
  return readOf((options) => options.setAll(end).setReadDirection(BACKWARDS).setCount(String(limit)));
}
var escaped = (type) => type.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
function subscriptionRequest(after, types) {
  const regex = types === void 0 ? "^[^$].*" : `^(?:${types.map(escaped).join("|")})$`;
  const filter = new Options.FilterOptions().setEventType(new Options.FilterOptions.Expression().setRegex(regex)).setCount(nothing()).setCheckpointintervalmultiplier(CHECKPOINT_INTERVAL);
  const subscription = new Options.SubscriptionOptions();
  return readOf((options) => options.setAll(placeOf(after)).setSubscription(subscription).setFilter(filter));
}
function placeOf(after) {
  const all = new Options.AllOptions();
  if (after === BEGINNING) return all.setStart(nothing());
  const place = String(BigInt(after));
  return all.setPosition(new Options.Position().setCommitPosition(place).setPreparePosition(place));
}
export {
  allRequest,
  endRequest,
  streamRequest,
  subscriptionRequest
};
//# sourceMappingURL=readRequest.js.map
