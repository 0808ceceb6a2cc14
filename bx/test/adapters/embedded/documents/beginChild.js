// test/adapters/embedded/documents/beginChild.ts
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDocumentFile } from "../../../../src/adapters/embedded/documents/documentFile.js";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { quietLog } from "../../../support/quietLog.js";
var TOGETHER_MS = 50;
var [, , folder = "", folders = ""] = process.argv;
process.stdout.write("ready\n");
await once(process.stdin, "data");
for (let n = 0; n < Number(folders); n++) {
  const path = join(folder, String(n));
  await sleep(TOGETHER_MS - Date.now() % TOGETHER_MS);
  try {
    openDocumentFile(path, quietLog).close();
    const store = await embeddedEventStore(path, { log: quietLog, isNew: true });
    await store.close();
  } catch (error) {
    process.stdout.write(`${error.message}
`);
  }
}
process.stdin.destroy();
//# sourceMappingURL=beginChild.js.map
