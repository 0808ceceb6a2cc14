// src/main/submissionReader.ts
import { parserThread } from "../adapters/intake/parserThread.js";
import { startThread } from "../adapters/node/startThread.js";
var timeoutMs = (bytes) => 2e3 + bytes / 5e3;
var MAX_HEAP_MB = 3072;
var AT_ONCE = 32;
function submissionReader(parts) {
  const start = () => startThread(import.meta.url, "submissionThread", {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB }
  });
  return parserThread({ ...parts, start, timeoutMs, atOnce: AT_ONCE });
}
export {
  submissionReader
};
//# sourceMappingURL=submissionReader.js.map
