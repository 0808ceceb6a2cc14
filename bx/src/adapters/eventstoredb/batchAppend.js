// src/adapters/eventstoredb/batchAppend.ts
import { randomUUID } from "node:crypto";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import { silenceTimer } from "../node/silenceTimer.js";
import { requestOf } from "./encode.js";
import { NoAnswer } from "./fault.js";
var appends = /* @__PURE__ */ new WeakMap();
function batchAppendOf(session) {
  const append = appends.get(session) ?? openBatchAppend(session);
  appends.set(session, append);
  return append;
}
function openBatchAppend(session) {
  let call = null;
  let waiting = /* @__PURE__ */ new Map();
  const ensure = () => {
    if (call !== null) return call;
    const mine = /* @__PURE__ */ new Map();
    waiting = mine;
    const opening = openCall(session, mine);
    call = opening;
    const lost = (error) => {
      if (call === opening) call = null;
      for (const { reject } of [...mine.values()]) reject(error);
    };
    opening.then((stream) => {
      stream.on("error", lost);
      stream.on("close", () => lost(new Error("the batch append call was closed")));
      stream.on("end", () => lost(new Error("the batch append call was ended")));
    }, lost);
    return opening;
  };
  return (append, timeoutMs) => {
    const correlation = randomUUID();
    const opening = ensure();
    const table = waiting;
    return new Promise((resolve, reject) => {
      const settle = () => {
        timer.clear();
        table.delete(correlation);
      };
      const timer = silenceTimer(timeoutMs, () => {
        settle();
        reject(new NoAnswer(timeoutMs, session.lastAnswerAtMs));
      });
      table.set(correlation, {
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
        reject: (error) => {
          settle();
          reject(error);
        }
      });
      opening.then(
        (stream) => table.has(correlation) && stream.write(requestOf(append, correlation)),
        () => {
        }
      );
    });
  };
}
async function openCall(session, waiting) {
  const { internals } = session;
  const stream = await internals.GRPCStreamCreator(
    streamsGrpc.StreamsClient,
    "batchAppend",
    (client) => client.batchAppend(
      ...internals.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })
    )
  )();
  stream.on("data", (answer) => {
    session.lastAnswerAtMs = performance.now();
    const id = answer.getCorrelationId()?.getString() ?? "";
    waiting.get(id)?.resolve(answer);
  });
  return stream;
}
export {
  batchAppendOf
};
//# sourceMappingURL=batchAppend.js.map
