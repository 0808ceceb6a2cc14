// src/runtime/fold/awaitDocument.ts
var MAX_WAIT_MS = 2e3;
var FIRST_PAUSE_MS = 2;
var LONGEST_PAUSE_MS = 50;
async function awaitDocument(collection, key, position, clock) {
  const deadlineMs = clock.monotonicMs() + MAX_WAIT_MS;
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)) {
    const found = (await collection.getForFold([key])).get(key);
    const reached = position === null || found !== void 0 && found.position >= position;
    if (reached || clock.monotonicMs() >= deadlineMs) {
      return found === void 0 || found.document === null ? null : { key, position: found.position, document: found.document };
    }
    await clock.sleep(waitMs);
  }
}
export {
  awaitDocument
};
//# sourceMappingURL=awaitDocument.js.map
