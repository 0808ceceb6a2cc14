// bench/neighbourCalls.ts
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { startThread } from "../src/adapters/node/startThread.js";
import { quantile } from "./report.js";
var PAUSE_MS = 10;
var LONGEST_CALL_MS = 6e4;
var keys = 0;
function begun({ url, key }, path, length, agent) {
  return request(new URL(path, url), {
    method: "POST",
    ...agent && { agent },
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": length,
      "idempotency-key": `bench ${process.pid} ${keys++}`
    }
  });
}
function heldOpen(caller, path, length) {
  const open = begun(caller, path, length);
  open.on("error", () => {
  });
  open.write("{");
  return open;
}
function posted(caller, path, body, agent) {
  return new Promise((resolve) => {
    const call = begun(caller, path, body.length, agent);
    call.setTimeout(LONGEST_CALL_MS, () => call.destroy());
    call.on("error", () => resolve({ status: 0, bytes: 0, id: "" }));
    call.on("response", (response) => {
      let bytes = 0;
      let text = "";
      response.on("data", (chunk) => {
        bytes += chunk.length;
        if (bytes < 1e5) text += chunk;
      });
      response.on(
        "close",
        () => resolve({ status: response.statusCode ?? 0, bytes, id: /"id":"([^"]+)"/.exec(text)?.[1] ?? "" })
      );
    });
    call.end(body);
  });
}
async function callUntil(over, caller, path, body) {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  const statuses = /* @__PURE__ */ new Map();
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    const { status } = await posted(caller, path, body, agent);
    times.push(performance.now() - startedAt);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(PAUSE_MS);
  }
  agent.destroy();
  return { times, statuses };
}
async function healthyCalls(caller, path, body, something) {
  const workerData = { url: caller.url.href, key: caller.key, path, body: JSON.stringify(body) };
  const thread = startThread(import.meta.url, "healthyCaller", { workerData });
  await once(thread, "message");
  await something();
  const ended = [once(thread, "message"), once(thread, "exit")];
  thread.postMessage("over");
  const [[calls]] = await Promise.all(ended);
  return calls;
}
async function callsWhile(...how) {
  return inWords(await healthyCalls(...how));
}
function inWords({ times, statuses }) {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(times, share));
  const answers = [...statuses].map(([status, count]) => `${count} x ${status}`).join(", ");
  return `p50 ${p50?.toFixed(1)}, p99 ${p99?.toFixed(0)}, max ${max?.toFixed(0)} ms (${answers})`;
}
export {
  callUntil,
  callsWhile,
  healthyCalls,
  heldOpen,
  inWords,
  posted
};
//# sourceMappingURL=neighbourCalls.js.map
