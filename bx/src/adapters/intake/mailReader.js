// src/adapters/intake/mailReader.ts
import { startThread } from "../node/startThread.js";
import { parserThread } from "./parserThread.js";
var READ_TIMEOUT_MS = 2e3;
var MAX_HEAP_MB = 256;
var startReader = () => startThread(import.meta.url, "readerThread", { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
function threadMailReader({ clock, log, start = startReader }) {
  const thread = () => parserThread({ clock, log, start, timeoutMs: () => READ_TIMEOUT_MS });
  const [signed, others] = [thread(), thread()];
  return {
    async read(raw, { isSigned, network }) {
      const read = await (isSigned ? signed : others).read({ raw }, network);
      return typeof read === "string" ? null : read;
    },
    async close() {
      await Promise.all([signed.close(), others.close()]);
    }
  };
}
export {
  threadMailReader
};
//# sourceMappingURL=mailReader.js.map
