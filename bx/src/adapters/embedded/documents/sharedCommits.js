// src/adapters/embedded/documents/sharedCommits.ts
import { setImmediate as nextTurn } from "node:timers/promises";
var MAX_ROWS = 250;
function sharedCommits(commit) {
  const waiting = [];
  let isRunning = false;
  const take = () => {
    let rows = 0;
    const end = waiting.findIndex((each, at) => {
      rows += each.rows;
      return at > 0 && rows > MAX_ROWS;
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  };
  const commitEach = async (some) => {
    for (const { operation, done, failed } of some) await commit([operation]).then(done, failed);
  };
  const run = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      await nextTurn();
      const together = take();
      try {
        await commit(together.map(({ operation }) => operation));
        for (const { done } of together) done();
      } catch (error) {
        if (together.length > 1) await commitEach(together);
        else together[0]?.failed(error);
      }
    }
    isRunning = false;
  };
  return {
    /** Resolves with what the operation returned once it is committed. @throws its error, or that of the commit */
    add(operation, rows) {
      return new Promise((resolve, reject) => {
        let result = null;
        const remember = () => {
          result = { of: operation() };
        };
        const done = () => result === null ? reject(new Error("it was not run")) : resolve(result.of);
        waiting.push({ operation: remember, rows, done, failed: reject });
        if (!isRunning) void run();
      });
    }
  };
}
export {
  sharedCommits
};
//# sourceMappingURL=sharedCommits.js.map
