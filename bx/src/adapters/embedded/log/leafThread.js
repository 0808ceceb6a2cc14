// src/adapters/embedded/log/leafThread.ts
import { parentPort, workerData } from "node:worker_threads";
import { logReader } from "./logReader.js";
var port = parentPort;
if (port === null) throw new Error("leaves are read ahead in a worker thread");
var { folder } = workerData;
var reader = logReader(folder);
port.on("message", async (question) => {
  if (question === null) {
    reader.close();
    port.close();
    return;
  }
  const rows = await reader.rows(question.after, question.limit).catch(() => null);
  port.postMessage(rows, rows === null ? [] : rows.values.map(({ buffer }) => buffer));
});
//# sourceMappingURL=leafThread.js.map
