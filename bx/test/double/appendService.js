// test/double/appendService.ts
import streams from "@eventstore/db-client/generated/streams_pb.js";
import { batchAnswer, nameOf, proposed } from "./messages.js";
import { countedBytes } from "./records.js";
var COMMIT_TIMEOUT_MS = 2e3;
var expectedOf = (options) => {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  if (options.hasNoStream()) return "no-stream";
  return options.hasStreamExists() ? "stream-exists" : "any";
};
function batchAppendOn(log, gate) {
  return (call) => {
    const pending = /* @__PURE__ */ new Map();
    const outcomeOf = async (stream, expected, events) => {
      if (!gate.ready()) return { kind: "not-ready" };
      if (gate.denied.has("append")) return { kind: "denied" };
      const large = events.find((event) => countedBytes(event, "24.10") > gate.maxEventBytes);
      if (large !== void 0) {
        const bytes = countedBytes(large, "24.10");
        return { kind: "event-too-large", id: large.id, bytes, maxBytes: gate.maxEventBytes };
      }
      if (!gate.hasQuorum()) {
        gate.hold(() => log.append(stream, expected, events));
        await new Promise((resolve) => setTimeout(resolve, COMMIT_TIMEOUT_MS));
        return { kind: "timeout" };
      }
      const outcome = await log.append(stream, expected, events);
      return gate.forgetsPositions && outcome?.kind === "success" ? { ...outcome, position: null } : outcome;
    };
    gate.enter(call);
    let open = true;
    call.on("close", () => {
      open = false;
    });
    call.on("error", () => {
    });
    const answer = async (correlation, { stream, expected, events }) => {
      await gate.thawed();
      const elsewhere = gate.ready() ? gate.misdirected(call.metadata) : null;
      if (elsewhere !== null) return void call.emit("error", elsewhere);
      const outcome = await outcomeOf(stream, expected, events);
      if (outcome === null || gate.swallowsAnswer()) return;
      if (open && !call.cancelled) call.write(batchAnswer(correlation, stream, outcome));
    };
    call.on("data", (request) => {
      const correlation = request.getCorrelationId();
      const id = correlation?.getString() ?? "";
      const options = request.getOptions();
      if (options !== void 0) {
        const deadlineMs = options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY;
        const stream = nameOf(options.getStreamIdentifier());
        if (deadlineMs <= Date.now()) {
          if (!gate.swallowsAnswer()) call.write(batchAnswer(correlation, stream, { kind: "timeout" }));
          return;
        }
        pending.set(id, { stream, expected: expectedOf(options), events: [] });
      }
      const append = pending.get(id);
      if (append === void 0) return;
      for (const message of request.getProposedMessagesList()) append.events.push(proposed(message));
      if (!request.getIsFinal()) return;
      pending.delete(id);
      void answer(correlation, append);
    });
    call.on("end", () => call.end());
  };
}
function deleteOn(log) {
  return (call, callback) => {
    const stream = nameOf(call.request.getOptions()?.getStreamIdentifier());
    log.delete(stream, false).then(() => callback(null, new streams.DeleteResp()), callback);
  };
}
function tombstoneOn(log) {
  return (call, callback) => {
    const stream = nameOf(call.request.getOptions()?.getStreamIdentifier());
    log.delete(stream, true).then(() => callback(null, new streams.TombstoneResp()), callback);
  };
}
export {
  batchAppendOn,
  deleteOn,
  tombstoneOn
};
//# sourceMappingURL=appendService.js.map
