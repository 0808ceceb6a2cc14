// bench/healthyCaller.ts
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { callUntil } from "./neighbourCalls.js";
var { url, key, path, body } = workerData;
if (parentPort !== null) {
  const over = once(parentPort, "message");
  parentPort.postMessage("begun");
  const calls = await callUntil(over, { url: new URL(url), key }, path, Buffer.from(body));
  parentPort.postMessage(calls);
  parentPort.close();
}
//# sourceMappingURL=healthyCaller.js.map
