// src/api/reading/readingProgram.ts
import { parentPort } from "node:worker_threads";
import { readerNamed } from "./bodyReaders.js";
import { readBytes } from "./reader.js";
function resultOf({ reader, parts }) {
  try {
    return { read: readBytes(readerNamed(reader), Buffer.concat(parts)) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
function ownMemory(value, found = /* @__PURE__ */ new Set()) {
  if (value instanceof Uint8Array) {
    const { buffer } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === value.byteLength) found.add(buffer);
  } else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) ownMemory(part, found);
  }
  return found;
}
parentPort?.on("message", (job) => {
  const result = resultOf(job);
  parentPort?.postMessage(result, [...ownMemory(result)]);
});
//# sourceMappingURL=readingProgram.js.map
