// bench/console.ts
import { execFileSync } from "node:child_process";
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { workspaceNamed } from "../src/commands/workspace/openWorkspace.js";
import { readSettings } from "../src/config.js";
import { openLedgerPorts } from "../src/main/ledgerPorts.js";
import { instant } from "../src/ports/clock.js";
import { freePort } from "../test/servers/servers.js";
import { inBenchFolder, serviceEnv, timesOf } from "./benchFolder.js";
import { appendMessages, METADATA, messageIdOf } from "./messageLog.js";
import { pinMyself, startService } from "./pinned.js";
import { processorMs } from "./processMemory.js";
import { line, median, quantile, ratio } from "./report.js";
import { generateSends } from "./sends.js";
var SERVER_CORE = 0;
var LOAD_CORE = 1;
var CALLS = 200;
var RECENT = 1e4;
var RECENT_MS = 3e6;
var CONSOLES = 64;
var AGAIN_MS = 1e4;
var ROUNDS = 3;
var SENDS = { connections: 64, durationMs: 2e4, warmUpMs: 2e3 };
var WITHIN = "/w/default/";
async function run(messages = 1e6) {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const env = serviceEnv(data, { POSTLEDGER_CONSOLE_PORT: String(await freePort()) });
    const { key, stop } = await startService(SERVER_CORE, env);
    await stop();
    await fill(data, messages);
    const service = await startService(SERVER_CORE, env);
    try {
      await caughtUp(service.url);
      const get = await loggedIn(env);
      const [first = Number.NaN] = await timesOf(1, () => get("/"));
      line("the first page, with nothing known of the last hour", `${first.toFixed(1)} ms`);
      for (const [name, path] of Object.entries(pagesOf(messageIdOf(messages >> 1)))) {
        await timesOf(CALLS / 10, () => get(path));
        const before = processorMs(service.pid);
        const times = await timesOf(CALLS, () => get(path));
        const cpuMs = (processorMs(service.pid) - before) / CALLS;
        const figures = [quantile(times, 0.5), quantile(times, 0.99), cpuMs].map((ms) => ms.toFixed(1));
        line(
          `${messages.toLocaleString("en")} messages: ${name}: p50, p99, processor`,
          `${figures.join(", ")} ms`
        );
      }
      await nextToSends({ ...service, key }, get);
    } finally {
      await service.stop();
    }
  });
}
var pagesOf = (messageId) => ({
  "the first page": "/",
  messages: `${WITHIN}messages`,
  "messages of a tag of all": `${WITHIN}messages?find=order`,
  "messages of a tag of none": `${WITHIN}messages?find=absent`,
  "messages of a status": `${WITHIN}messages?status=delivered`,
  "messages of a rare status": `${WITHIN}messages?status=bounced`,
  "messages of a month": `${WITHIN}messages?since=2026-01-01&until=2026-02-01`,
  "a message": `${WITHIN}messages/${messageId}`,
  "an address that all went to": `${WITHIN}addresses/find?address=person@example.com`,
  webhooks: `${WITHIN}webhooks`,
  figures: `${WITHIN}figures`,
  workspace: `${WITHIN}settings`,
  "the log": `${WITHIN}log`
});
async function fill(data, messages) {
  const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), "error");
  const workspace = (await workspaceNamed(ports.store, "default"))?.id ?? "";
  const nowMs = ports.clock.nowMs();
  await appendMessages(ports.store, messages, (message) => {
    const before = (messages - message) / RECENT;
    const at = before > 1 ? METADATA.at : instant(nowMs - before * RECENT_MS);
    return { ...METADATA, workspace, at };
  });
  await ports.close();
}
async function caughtUp(url) {
  const lagOf = /^postledger_consumer_lag_seconds\{consumer="([^"]+)".*\} (\S+)$/gm;
  for (; ; ) {
    const lags = (await (await fetch(new URL("/metrics", url))).text()).matchAll(lagOf);
    const late = [...lags].map(([, consumer = "", seconds]) => ({ consumer, seconds: Number(seconds) }));
    const folded = late.some(({ consumer }) => consumer.startsWith("projection:messages"));
    if (folded && late.every(({ seconds }) => seconds < 1)) return;
    await sleep(1e3);
  }
}
async function loggedIn(env) {
  const words = ["dist/cli/postledger.js", "console", "login", "--all", "--json"];
  const { url } = JSON.parse(
    execFileSync(process.execPath, words, { env: { ...process.env, ...env } }).toString()
  );
  const { origin } = new URL(url);
  const form = await fetch(url);
  const cookieOf = (answer) => answer.headers.getSetCookie().at(-1)?.split(";")[0] ?? "";
  const [, csrf = ""] = /name="_csrf" value="([^"]*)"/.exec(await form.text()) ?? [];
  const entered = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { origin, cookie: cookieOf(form) },
    body: new URLSearchParams({ _csrf: csrf })
  });
  const headers = { cookie: cookieOf(entered) };
  return async (path) => {
    const answer = await fetch(new URL(path, origin), { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text;
  };
}
async function nextToSends(service, get) {
  const alone = [];
  const next = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await generateSends(service, SENDS));
    const over = new AbortController();
    setMaxListeners(CONSOLES, over.signal);
    const consoles = Array.from({ length: CONSOLES }, (_, n) => staysOpen(get, n, over.signal));
    next.push(await generateSends(service, SENDS));
    over.abort();
    await Promise.all(consoles);
  }
  const measures = {
    "a second": ({ perSecond }) => perSecond,
    "p50, ms": ({ latency }) => latency.p50,
    "p99, ms": ({ latency }) => latency.p99
  };
  for (const [name, of] of Object.entries(measures)) {
    const ratios = next.map((result, at) => of(result) / of(alone[at] ?? result));
    const values = [alone, next].map((results) => median(results.map(of)).toFixed(1));
    line(
      `sends without and with ${CONSOLES} open consoles, ${name}`,
      `${values.join(", ")}; ratios ${ratios.map(ratio).join(", ")}`
    );
  }
}
async function staysOpen(get, n, over) {
  await sleep(n / CONSOLES * AGAIN_MS);
  while (!over.aborted) {
    await get("/");
    await sleep(AGAIN_MS, void 0, { signal: over }).catch(() => {
    });
  }
}
export {
  run
};
//# sourceMappingURL=console.js.map
