// src/adapters/eventstoredb/readCall.ts
import { convertToCommandError } from "@eventstore/db-client";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import { silenceTimer } from "../node/silenceTimer.js";
import { ConnectionReplaced, NoAnswer } from "./fault.js";
import { recordIn } from "./records.js";
function openRead(session, request, requiresLeader, listener) {
  const { internals } = session;
  let isOver = false;
  const over = (report) => {
    if (isOver) return;
    isOver = true;
    session.replaced.delete(replaced);
    report();
  };
  const opening = internals.GRPCStreamCreator(
    streamsGrpc.StreamsClient,
    "read",
    (client) => client.read(
      request,
      ...internals.callArguments({ requiresLeader }, { deadline: Number.POSITIVE_INFINITY })
    )
  )();
  const failed = (error) => over(() => listener.failed(error));
  opening.then((call) => {
    call.on("error", (error) => failed(convertToCommandError(error)));
    call.on("data", (answer) => {
      if (isOver) return;
      session.lastAnswerAtMs = performance.now();
      listener.answered(answer);
    });
    call.on("end", () => over(() => listener.ended()));
    call.on("close", () => failed(new Error("the call was closed")));
  }, failed);
  const cancel = () => over(() => opening.then((call) => setImmediate(() => call.cancel())).catch(() => {
  }));
  const replaced = () => {
    cancel();
    listener.failed(new ConnectionReplaced());
  };
  session.replaced.add(replaced);
  const flowing = (change) => () => void opening.then((call) => call[change]()).catch(() => {
  });
  return { cancel, pause: flowing("pause"), resume: flowing("resume") };
}
function readRecords(session, request, silenceMs, take, requiresLeader = true) {
  return new Promise((resolve, reject) => {
    const finish = () => {
      timer.clear();
      session.lastAnswerAtMs = performance.now();
      resolve();
    };
    const fail = (error) => {
      timer.clear();
      reject(error);
    };
    const timer = silenceTimer(silenceMs, () => {
      call.cancel();
      fail(new NoAnswer(silenceMs, session.lastAnswerAtMs));
    });
    const call = openRead(session, request, requiresLeader, {
      answered(answer) {
        timer.refresh();
        const record = recordIn(answer);
        if (record === null || take(record)) return;
        call.cancel();
        finish();
      },
      ended: finish,
      failed: fail
    });
  });
}
async function recordFrom(session, request, silenceMs, requiresLeader) {
  let found = null;
  const take = (record) => {
    found = record;
    return false;
  };
  await readRecords(session, request, silenceMs, take, requiresLeader);
  return found;
}
export {
  openRead,
  readRecords,
  recordFrom
};
//# sourceMappingURL=readCall.js.map
