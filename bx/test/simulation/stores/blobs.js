// test/simulation/stores/blobs.ts
import { BlobsUnavailable } from "../../../src/ports/blobs.js";
import { memoryBlobs } from "../../support/memoryBlobs.js";
import { callsOf } from "./calls.js";
var TAKES_MS = [0.5, 6];
function worldBlobs(dateMs) {
  const kept = memoryBlobs(dateMs);
  return {
    view(parts) {
      const unavailable = (why) => new BlobsUnavailable(why);
      const calls = callsOf({ ...parts, store: "blobs", takesMs: TAKES_MS, unavailable });
      return {
        ...kept,
        put: async (bytes) => await calls.write(() => kept.put(bytes)),
        get: async (ref) => await calls.read(() => kept.get(ref))
      };
    }
  };
}
export {
  worldBlobs
};
//# sourceMappingURL=blobs.js.map
