// test/double/readService.ts
import streams from "@eventstore/db-client/generated/streams_pb.js";
import { Metadata, status } from "@grpc/grpc-js";
import { noFilter, readFilter } from "./filter.js";
import { accessDenied } from "./gate.js";
import { nameOf, notFoundMessage, readMessage } from "./messages.js";
import { deliver } from "./outbox.js";
import { positionBehind } from "./records.js";
import { recordAt } from "./scan.js";
import { serveSubscription } from "./serveSubscription.js";
var fail = (call, code, details, exception, stream) => {
  const metadata = new Metadata();
  if (exception !== void 0) metadata.set("exception", exception);
  if (stream !== void 0) metadata.set("stream-name", stream);
  call.emit("error", Object.assign(new Error(details), { code, details, metadata }));
};
function refusePosition(call, { version }, isSubscription) {
  if (version === "24.10" && !isSubscription)
    fail(call, status.UNKNOWN, "Unexpected ReadAllResult: InvalidPosition");
  else if (version === "23.10") fail(call, status.UNKNOWN, "unexpected error: the position is not a record");
  else fail(call, status.INVALID_ARGUMENT, "Trying to read from an invalid position.");
}
function indexAfter(log, start) {
  let index = start;
  for (let record = log.records[index]; record !== void 0 && log.isScavenged(record); ) {
    index += 1;
    record = log.records[index];
  }
  return index + 1;
}
function startIndex(log, all, isSubscription) {
  if (all.hasStart()) return 0;
  if (all.hasEnd()) return log.records.length;
  const position = Number(all.getPosition()?.getCommitPosition());
  const index = log.indexFrom(position);
  const last = log.records.at(-1);
  if (!isSubscription && last !== void 0 && position > last.position) return log.records.length;
  const starts = log.records[index]?.position ?? (last === void 0 ? 0 : positionBehind(last));
  return starts === position ? index : null;
}
function readOn(log, gate, rules) {
  const { broken } = rules;
  const readStream = async (call, options) => {
    const from = options.getStream();
    const name = nameOf(from?.getStreamIdentifier());
    const kept = log.stream(name);
    if (kept === "tombstoned") {
      return fail(call, status.FAILED_PRECONDITION, `stream ${name} is deleted`, "stream-deleted", name);
    }
    if (kept === null) {
      call.write(notFoundMessage(name));
      return call.end();
    }
    const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
    const revision = from?.hasRevision() ? Number(from.getRevision()) : null;
    const ordered = backwards ? [...kept].reverse() : kept;
    const atEnd = from?.hasEnd() === true && !backwards;
    const wanted = ordered.filter(
      (record) => !atEnd && (revision === null || (backwards ? record.revision <= revision : record.revision >= revision))
    );
    for (const record of wanted.slice(0, Number(options.getCount()))) {
      if (!await deliver(call, readMessage(record))) return;
    }
    call.end();
  };
  const readAll = async (call, options, all) => {
    const start = startIndex(log, all, false);
    if (start === null) return refusePosition(call, rules, false);
    const filter = broken.has("filter") ? noFilter : readFilter(options);
    const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
    let left = Number(options.getCount());
    for (let at = backwards ? start - 1 : start; left > 0; at += backwards ? -1 : 1) {
      const record = recordAt(log, at, broken);
      if (record === void 0) break;
      if (log.isScavenged(record) || !filter.matches(record)) continue;
      gate.read += 1;
      if (!await deliver(call, readMessage(record))) return;
      left -= 1;
    }
    call.end();
  };
  const serve = async (call) => {
    await gate.thawed();
    const options = call.request.getOptions();
    const refusal = gate.enter(call);
    if (refusal !== null || options === void 0) return void call.emit("error", refusal);
    const all = options.getAll();
    if (all === void 0) return readStream(call, options);
    if (gate.denied.has("$all")) return void call.emit("error", accessDenied());
    if (!options.hasSubscription()) return readAll(call, options, all);
    const start = startIndex(log, all, true);
    if (start === null) return refusePosition(call, rules, true);
    const first = all.hasPosition() && start < log.records.length ? indexAfter(log, start) : start;
    return serveSubscription(call, log, gate, rules, options, first);
  };
  return (call) => {
    call.on("error", () => {
    });
    serve(call).catch((error) => call.emit("error", error));
  };
}
export {
  readOn
};
//# sourceMappingURL=readService.js.map
