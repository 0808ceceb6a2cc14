// src/adapters/embedded/log/leafReading.ts
import { setImmediate as nextTurn } from "node:timers/promises";
import { EventStoreUnavailable } from "../../../ports/eventStore.js";
import { startThread } from "../../node/startThread.js";
import { leavesOf } from "./leaves.js";
var PAGES_BEFORE_THREAD = 24;
function leafReading(folder, reader) {
  let pages = 0;
  let end = 0;
  let ahead = null;
  const rowsOf = async (question) => {
    const own = () => reader.rows(question.after, question.limit);
    if (pages <= PAGES_BEFORE_THREAD) return own();
    ahead ??= rowsAhead(() => startThread(import.meta.url, "leafThread", { workerData: { folder } }));
    return await ahead.read(question) ?? own();
  };
  return {
    /** See `EventStore.readLeaves`. */
    async read({ after, limit, isUnchecked = false }) {
      await nextTurn();
      if (isUnchecked) return reader.storedLeaves(after, limit);
      pages = after === end ? pages + 1 : 1;
      const batch = leavesOf(await rowsOf({ after, limit }), after);
      end = after + batch.leaves.length;
      return batch;
    },
    close: async () => ahead?.close()
  };
}
function rowsAhead(start) {
  const worker = start();
  const waiting = [];
  let next = null;
  let ended = null;
  const fail = (reason) => {
    ended ??= new EventStoreUnavailable("the thread that reads it ended", { cause: reason });
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on("message", (answer) => {
    waiting.shift()?.resolve(answer);
    if (waiting.length === 0) worker.unref();
  });
  worker.on("error", fail);
  worker.on("exit", fail);
  worker.unref();
  const ask = (question) => {
    const answer = new Promise((resolve, reject) => {
      if (ended !== null) return reject(ended);
      waiting.push({ resolve, reject });
      worker.ref();
      worker.postMessage(question);
    });
    answer.catch(() => {
    });
    return answer;
  };
  return {
    /** Null: the thread could not read them. @throws EventStoreUnavailable when the thread has ended */
    async read(question) {
      const { after, limit } = question;
      const isNext = next?.question.after === after && next.question.limit === limit;
      let rows = await (isNext ? next?.answer : null) ?? null;
      next = null;
      if (rows === null || rows.rows === 0 && rows.fault === null) rows = await ask(question);
      if (rows === null || rows.fault !== null || rows.rows === 0) return rows;
      const following = { after: after + rows.rows, limit };
      next = { question: following, answer: ask(following) };
      return rows;
    },
    async close() {
      if (ended !== null) return;
      const hasEnded = new Promise((resolve) => worker.once("exit", () => resolve()));
      worker.ref();
      worker.postMessage(null);
      await hasEnded;
    }
  };
}
export {
  leafReading,
  rowsAhead
};
//# sourceMappingURL=leafReading.js.map
