// src/adapters/embedded/log/groupCommit.ts
import { setImmediate as nextTurn } from "node:timers/promises";
import { EventStoreUnavailable } from "../../../ports/eventStore.js";
import { startThread } from "../../node/startThread.js";
import { fitsBatch, newBatchMemory } from "./batchMemory.js";
import { BATCHES, gatheringBatches } from "./gatheringBatches.js";
var GATHER_TURNS = 8;
function groupCommit(ledger, { onCommitted, onFailed }) {
  let begun = null;
  let running = null;
  let closed = false;
  const begin = () => {
    if (begun !== null) return begun;
    const shared = Array.from({ length: BATCHES }, () => newBatchMemory());
    begun = { writer: writerThread({ ...ledger, batches: shared }), batches: gatheringBatches(shared) };
    return begun;
  };
  const commit = async ({ number, appends, types, outcomes, callers, empty }) => {
    let written;
    try {
      const answer = await begin().writer.ask({ kind: "commit", batch: number, appends });
      if (answer.kind === "failed") throw new Error(answer.reason);
      written = answer;
    } catch (cause) {
      for (const { reject } of callers)
        reject(new EventStoreUnavailable(cause.message, { cause }));
      throwingApart(() => onFailed(cause));
      return;
    } finally {
      empty();
    }
    callers.forEach(({ resolve }, at) => {
      resolve(outcomes[at] ?? 0);
    });
    const { before, last } = written;
    throwingApart(() => onCommitted({ first: before + 1, last, types }));
  };
  const run = async (batches) => {
    for (; ; ) {
      await gather(batches);
      const next = batches.take();
      if (next === null) break;
      await commit(next);
    }
    running = null;
  };
  return {
    append: (append) => new Promise((resolve, reject) => {
      if (closed) return reject(new EventStoreUnavailable("it is closed"));
      if (!fitsBatch(append))
        return reject(new RangeError("the append has more events than a batch can hold"));
      const { batches } = begin();
      if (!batches.add(append, { resolve, reject }))
        return reject(new EventStoreUnavailable("too many appends wait for the disk"));
      running ??= run(batches);
    }),
    startWriter: () => begin().writer.start(),
    async close() {
      closed = true;
      await running;
      await begun?.writer.close();
    }
  };
}
async function gather({ callers }) {
  for (let turn = 0, before = -1; turn < GATHER_TURNS && callers() > before; turn++) {
    before = callers();
    await nextTurn();
  }
}
function throwingApart(listener) {
  try {
    listener();
  } catch (defect) {
    setImmediate(() => {
      throw defect;
    });
  }
}
function writerThread(data) {
  let worker = null;
  let waiting = null;
  const started = () => {
    if (worker !== null) return worker;
    const begun = startThread(import.meta.url, "logWriter", { workerData: data });
    worker = begun;
    const fail = (error) => {
      if (worker !== begun) return;
      worker = null;
      const failed = waiting;
      waiting = null;
      failed?.reject(error);
    };
    begun.on("message", (answer) => {
      const answered = waiting;
      waiting = null;
      answered?.resolve(answer);
    });
    begun.on("error", fail);
    begun.on("exit", (code) => fail(new Error(`the log writer ended with code ${code}`)));
    return begun;
  };
  return {
    /** Starts the thread now, at the priority that the process has now; otherwise its first command does. */
    start: () => void started(),
    /** Rejects when the thread died; the next call starts it again. */
    ask: (command) => new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      started().postMessage(command);
    }),
    async close() {
      const closing = worker;
      worker = null;
      if (closing === null) return;
      const ended = new Promise((resolve) => closing.once("exit", () => resolve()));
      closing.postMessage({ kind: "close" });
      await ended;
    }
  };
}
export {
  groupCommit,
  writerThread
};
//# sourceMappingURL=groupCommit.js.map
