// test/support/memoryBlobs.ts
import { createHash } from "node:crypto";
import { BlobMissing } from "../../src/ports/blobs.js";
function memoryBlobs(nowMs = () => 0) {
  const kept = /* @__PURE__ */ new Map();
  const putAtMs = /* @__PURE__ */ new Map();
  return {
    kept,
    async put(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      kept.set(sha256, Buffer.from(bytes));
      putAtMs.set(sha256, nowMs());
      return { sha256, length: bytes.length };
    },
    async get({ sha256, length }) {
      const bytes = kept.get(sha256);
      if (bytes?.length !== length) throw new BlobMissing(sha256);
      return bytes;
    },
    async *sweep({ isNeeded, putBeforeMs, dryRun }) {
      for (const [sha256, bytes] of [...kept]) {
        const removed = !isNeeded(sha256) && (putAtMs.get(sha256) ?? 0) < putBeforeMs;
        if (removed && !dryRun) kept.delete(sha256);
        yield { sha256, bytes: bytes.length, removed };
      }
    },
    close: async () => {
    }
  };
}
export {
  memoryBlobs
};
//# sourceMappingURL=memoryBlobs.js.map
