// test/double/singleAppend.ts
import shared from "@eventstore/db-client/generated/shared_pb.js";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import { Metadata, status } from "@grpc/grpc-js";
import { unavailable } from "./gate.js";
import { nameOf, proposed } from "./messages.js";
var expectedOf = (options) => {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return "no-stream";
  return options.hasStreamExists() ? "stream-exists" : "any";
};
function response(answer) {
  if (answer.kind === "conflict") {
    const conflict = new streams.AppendResp.WrongExpectedVersion();
    if (answer.current === null) conflict.setCurrentNoStream(new shared.Empty());
    else conflict.setCurrentRevision(String(answer.current));
    if (typeof answer.expected === "number") conflict.setExpectedRevision(String(answer.expected));
    else conflict.setExpectedNoStream(new shared.Empty());
    return new streams.AppendResp().setWrongExpectedVersion(conflict);
  }
  const success = new streams.AppendResp.Success();
  if (answer.revision === null) success.setNoStream(new shared.Empty());
  else success.setCurrentRevision(String(answer.revision));
  if (answer.position === null) success.setNoPosition(new shared.Empty());
  else {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(answer.position));
    position.setPreparePosition(String(answer.position));
    success.setPosition(position);
  }
  return new streams.AppendResp().setSuccess(success);
}
function singleAppendOn(log, gate) {
  return (call, callback) => {
    let options;
    const events = [];
    call.on("error", () => {
    });
    call.on("data", (request) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message !== void 0) events.push(proposed(message));
    });
    call.on("end", async () => {
      if (options === void 0) return;
      const stream = nameOf(options.getStreamIdentifier());
      await gate.thawed();
      if (!gate.ready()) return callback(unavailable("Server Is Not Ready"));
      const answer = await log.append(stream, expectedOf(options), events);
      if (answer === null || gate.swallowsAnswer()) return;
      if (answer.kind === "success" || answer.kind === "conflict") return callback(null, response(answer));
      const metadata = new Metadata();
      metadata.set("stream-name", stream);
      metadata.set(
        "exception",
        answer.kind === "too-large" ? "maximum-append-size-exceeded" : "stream-deleted"
      );
      if (answer.kind === "too-large") metadata.set("maximum-append-size", String(answer.maxBytes));
      callback({ code: status.INVALID_ARGUMENT, details: answer.kind, metadata });
    });
  };
}
export {
  singleAppendOn
};
//# sourceMappingURL=singleAppend.js.map
