// test/adapters/embedded/documents/writingProcess.ts
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { openEmbeddedDocuments } from "../../../../src/adapters/embedded/documents/documents.js";
import { at } from "../../../contract/documents/collections.js";
import { nodeArguments } from "../../../support/project.js";
import { quietLog } from "../../../support/quietLog.js";
import { wallClock } from "../../../support/wallClock.js";
var BATCH = 100;
function writingProcess(folder2, documents2, kill) {
  const args = [
    ...nodeArguments("test/adapters/embedded/documents/writingProcess"),
    folder2,
    String(documents2),
    kill ? "kill" : "end"
  ];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  return new Promise(
    (resolve, reject) => child.once(
      "exit",
      (code, signal) => code === 0 || kill && signal === "SIGKILL" ? resolve() : reject(new Error(`ended with ${code}`))
    )
  );
}
async function write(folder2, documents2, end2) {
  const store = openEmbeddedDocuments(folder2, { clock: wallClock, log: quietLog });
  const collection = await store.collection({ name: "some_v1", indexes: { byN: ["n"] } });
  for (let from = 0; from < documents2; from += BATCH)
    await collection.writeMany(
      Array.from({ length: BATCH }, (_, n) => ({
        key: `k${from + n}`,
        position: at(from + n + 1),
        document: { n: from + n, text: "x".repeat(400) }
      }))
    );
  if (end2 === "kill") process.kill(process.pid, "SIGKILL");
  await store.close();
}
var [, script, folder, documents, end] = process.argv;
if (script === fileURLToPath(import.meta.url)) await write(folder ?? "", Number(documents), end ?? "");
export {
  writingProcess
};
//# sourceMappingURL=writingProcess.js.map
