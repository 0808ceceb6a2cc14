// bench/mail.ts
import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../test/servers/servers.js";
import { startServiceProcess } from "../test/support/serviceProcess.js";
import { inBenchFolder } from "./benchFolder.js";
import { line, rate, ratio } from "./report.js";
import { generateSends } from "./sends.js";
var MESSAGES = 1e4;
var CONNECTIONS = 20;
var OUTAGE_MS = 75e3;
async function run(messages = MESSAGES) {
  const before = await pooled(messages);
  const ours = await served(messages, 0);
  const ceiling = (before + await pooled(messages)) / 2;
  line("ceiling: nodemailer, pooled, composed beforehand", rate(ceiling));
  line("the sender, ledger written", `${rate(ours.perSecond)}, ratio ${ratio(ours.perSecond / ceiling)}`);
  const after = await served(messages, OUTAGE_MS);
  const name = `after an outage with ${messages.toLocaleString("en")} waiting: first, last`;
  line(name, `${after.firstS.toFixed(1)} s, ${after.lastS.toFixed(1)} s`);
}
async function pooled(messages) {
  const sink = await startSink(0, messages);
  const script = fileURLToPath(new URL("./mailPool.ts", import.meta.url));
  fork(script, [sink.port, messages, CONNECTIONS].map(String), { execArgv: ["--import", "tsx"] });
  const [firstAtMs, lastAtMs] = await Promise.all([sink.firstAtMs, sink.lastAtMs]);
  sink.stop();
  return messages * 1e3 / (lastAtMs - firstAtMs);
}
async function served(messages, outageMs) {
  let result = null;
  await inBenchFolder(async (data) => {
    const port = await freePort();
    const env = {
      POSTLEDGER_DATA: data,
      POSTLEDGER_LOG_LEVEL: "error",
      POSTLEDGER_PACE_PER_SECOND: "100000",
      POSTLEDGER_PACE_PER_DAY: "100000000",
      SMTP_URL: `smtp://127.0.0.1:${port}`
    };
    const service = await startServiceProcess({ env });
    await generateSends(
      { url: new URL(service.url), key: service.firstKey },
      { connections: 32, durationMs: 6e5, maxRequests: messages }
    );
    await untilClosed(service);
    await sleep(outageMs);
    const sink = await startSink(port, messages);
    const backAtMs = Date.now();
    const [firstAtMs, lastAtMs] = await Promise.all([sink.firstAtMs, sink.lastAtMs]);
    result = {
      perSecond: messages * 1e3 / (lastAtMs - firstAtMs),
      firstS: (firstAtMs - backAtMs) / 1e3,
      lastS: (lastAtMs - backAtMs) / 1e3
    };
    await service.stop();
    sink.stop();
  });
  if (result === null) throw new Error("nothing was measured");
  return result;
}
async function untilClosed({ url }) {
  for (; ; ) {
    const { mail } = await (await fetch(`${url}/readyz`)).json();
    if (mail?.state === "closed") return;
    await sleep(100);
  }
}
async function startSink(port, awaited) {
  const script = fileURLToPath(new URL("./mailSink.ts", import.meta.url));
  const child = fork(script, [String(port), String(awaited)], { execArgv: ["--import", "tsx"] });
  const [first, last] = [reported(child, "first"), reported(child, "last")];
  return {
    port: await reported(child, "port"),
    firstAtMs: first,
    lastAtMs: last,
    stop: () => child.disconnect()
  };
}
function reported(child, what) {
  return new Promise((resolve) => {
    child.on("message", (message) => {
      const value = message[what];
      if (value !== void 0) resolve(value);
    });
  });
}
export {
  run
};
//# sourceMappingURL=mail.js.map
