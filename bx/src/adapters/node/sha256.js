// src/adapters/node/sha256.ts
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
var SLICE_BYTES = 1048576;
var queue = Promise.resolve();
async function sha256Of(bytes) {
  if (bytes.length <= SLICE_BYTES) return createHash("sha256").update(bytes).digest("hex");
  const hash = queue.then(() => hashInSlices(bytes));
  queue = hash;
  return hash;
}
async function hashInSlices(bytes) {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    hash.update(bytes.subarray(at, at + SLICE_BYTES));
    await nextTurn();
  }
  return hash.digest("hex");
}
export {
  sha256Of
};
//# sourceMappingURL=sha256.js.map
