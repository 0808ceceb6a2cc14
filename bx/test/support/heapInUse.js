// test/support/heapInUse.ts
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
function heapInUse() {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  if (typeof collectGarbage !== "function") throw new Error("this runtime offers no garbage collection");
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
export {
  heapInUse
};
//# sourceMappingURL=heapInUse.js.map
