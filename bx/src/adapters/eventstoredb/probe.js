// src/adapters/eventstoredb/probe.ts
import { randomUUID } from "node:crypto";
import { withTimeout } from "../node/withTimeout.js";
import { untilAnswered } from "./attempts.js";
import { batchAppendOf } from "./batchAppend.js";
import { encodeAppend } from "./encode.js";
import { faultKind, NoAnswer, TryLater } from "./fault.js";
import { head } from "./read.js";
var PROBED_STREAM = "postledger-probe";
var NEVER_REACHED = 1e9;
var METADATA = {
  v: 1,
  workspace: "",
  actor: "operator",
  correlation: "",
  causation: null,
  at: "1970-01-01T00:00:00.000Z"
};
async function probe(dependencies) {
  const startedAtMs = performance.now();
  const isReadable = await head(dependencies).then(
    () => true,
    (error) => {
      if (faultKind(error instanceof Error ? error.cause : null) !== "denied") throw error;
      return false;
    }
  );
  const readMs = isReadable ? performance.now() - startedAtMs : null;
  return untilAnswered(dependencies, "probe", async (session, timeoutMs) => {
    const append = encodeAppend(PROBED_STREAM, NEVER_REACHED, [
      { id: randomUUID(), type: "Probed", data: {}, metadata: METADATA }
    ]);
    const answer = await batchAppendOf(session)(append, timeoutMs);
    const refusal = answer.getError()?.getDetails()?.getTypeName() ?? "none";
    const isDenied = refusal === "event_store.client.AccessDenied";
    if (!isDenied && refusal !== "event_store.client.WrongExpectedVersion") throw new TryLater(refusal);
    const { capabilities } = session.internals;
    const late = () => new NoAnswer(timeoutMs, session.lastAnswerAtMs);
    const { serverVersion } = await withTimeout(capabilities, timeoutMs, late);
    return { serverVersion, readMs, writable: !isDenied };
  });
}
export {
  probe
};
//# sourceMappingURL=probe.js.map
