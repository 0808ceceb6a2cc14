// bench/enginePrices.ts
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openEmbeddedLog } from "../src/adapters/embedded/open.js";
import { openEventStoreDb } from "../src/adapters/eventstoredb/open.js";
import { systemClock } from "../src/adapters/node/systemClock.js";
import { BEGINNING } from "../src/events/event.js";
import { startMongo, startRedis } from "../test/servers/servers.js";
import { childDouble } from "../test/support/childDouble.js";
import { quietLog } from "../test/support/quietLog.js";
import { startServiceProcess } from "../test/support/serviceProcess.js";
import { inBenchFolder, secondsOf, serviceEnv } from "./benchFolder.js";
import { appendMessages, METADATA } from "./messageLog.js";
import { startService } from "./pinned.js";
import { childrenOf } from "./processMemory.js";
import { line, rate, ratio } from "./report.js";
import { slowRelay } from "./senders.js";
import { generateSends, SEND } from "./sends.js";
var CALLERS = 64;
var APPENDING_MS = 5e3;
var BOTH_CORES = "0,1";
var TICKS_PER_SECOND = 100;
var FOLDING_MS = 6e5;
var LOOK_MS = 500;
var PAGE = 1e3;
var PACE = "100000000";
var IDLE_SECONDS = 0.02;
var MONGO_HEAP_MIB = 4096;
async function run(messages = 15e3) {
  await inBenchFolder(async (data) => {
    const [mongo, redis] = [await startMongo({ heapMiB: MONGO_HEAP_MIB }), await startRedis()];
    const shared = serviceEnv(data, { POSTLEDGER_MASTER_KEY: "a1".repeat(32), REDIS_URL: redis.url });
    const part = (name, work) => onDouble(`${data}-${name}`, (url) => {
      const own = { EVENTSTORE_URL: url, MONGODB_URL: `${mongo.url}/prices-${name}` };
      return work({ ...shared, ...own, POSTLEDGER_DATA: `${data}-${name}` });
    });
    try {
      const bare = await part("bare", adapterAlone);
      line(`the adapter alone, ${CALLERS} at once`, rate(bare));
      for (const roles of ["api", "all"]) {
        const { perSecond, cpuMs } = await part(roles, (env) => accepted(env, roles, messages));
        line(`accepted sends, roles ${roles}`, `${rate(perSecond)}, ratio ${ratio(perSecond / bare)}`);
        line("  processor time a message", `${cpuMs.toFixed(2)} ms`);
      }
      const { readAlone, folded } = await part("fold", (env) => foldedBy(env, messages));
      line("the log read alone", `${rate(readAlone)} events`);
      line(
        "all read models folded from nothing",
        `${rate(folded)} events, ratio ${ratio(folded / readAlone)}`
      );
      const { appendedAlone, migrated } = await part("migrate", (env) => migratedBy(env, messages));
      line(`the same events appended alone, ${CALLERS} at once`, `${rate(appendedAlone)} events`);
      line("migrate", `${rate(migrated)} events, ratio ${ratio(migrated / appendedAlone)}`);
    } finally {
      await Promise.all([mongo.stop(), redis.stop()]);
    }
  });
}
async function onDouble(data, work) {
  const double = await childDouble(`${data}-eventstore`);
  try {
    return await work(double.url);
  } finally {
    await double.kill();
  }
}
async function adapterAlone({ EVENTSTORE_URL = "" }) {
  const store = openEventStoreDb(EVENTSTORE_URL, { clock: systemClock, log: quietLog });
  const endMs = performance.now() + APPENDING_MS;
  let appended = 0;
  const caller = async () => {
    while (performance.now() < endMs) {
      const event = { id: randomUUID(), type: "BenchAppended", data: SEND, metadata: METADATA };
      await store.append(`bench-${randomUUID()}`, "no-stream", [event]);
      appended += 1;
    }
  };
  const seconds = await secondsOf(() => Promise.all(Array.from({ length: CALLERS }, caller)));
  await store.close();
  return appended / seconds;
}
async function accepted(env, roles, messages) {
  const first = await startService(BOTH_CORES, { ...env, POSTLEDGER_ROLES: "api,projector" });
  await first.stop();
  const relay = await slowRelay();
  const sending = { SMTP_URL: relay.url, POSTLEDGER_PACE_PER_SECOND: PACE, POSTLEDGER_PACE_PER_DAY: PACE };
  const service = await startService(BOTH_CORES, { ...env, ...sending, POSTLEDGER_ROLES: roles });
  await untilIdle(service.pid);
  const before = cpuSeconds(service.pid);
  const { perSecond, answers } = await generateSends(
    { url: service.url, key: first.key },
    { connections: CALLERS, durationMs: FOLDING_MS, maxRequests: messages }
  );
  while (roles === "all" && relay.taken() < answers) await sleep(LOOK_MS);
  await untilIdle(service.pid);
  const cpuMs = 1e3 * (cpuSeconds(service.pid) - before) / answers;
  await service.stop();
  await relay.close();
  return { perSecond, cpuMs };
}
async function untilIdle(pid) {
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const now = cpuSeconds(pid);
    if (now - before < IDLE_SECONDS) return;
    before = now;
    await sleep(LOOK_MS);
  }
}
function cpuSeconds(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}
async function foldedBy(env, messages) {
  const store = openEventStoreDb(env.EVENTSTORE_URL ?? "", { clock: systemClock, log: quietLog });
  const events = await appendMessages(store, messages);
  const reading = await secondsOf(async () => {
    for (let after = BEGINNING; ; ) {
      const { position, caughtUp } = await store.readAll({ after, limit: PAGE });
      if (caughtUp) return;
      after = position;
    }
  });
  await store.close();
  const seconds = await secondsOf(async () => {
    const folding = { env: { ...env, POSTLEDGER_ROLES: "projector" }, timeoutMs: FOLDING_MS };
    const service = await startServiceProcess(folding);
    await service.stop();
  });
  return { readAlone: events / reading, folded: events / seconds };
}
async function migratedBy(env, messages) {
  const appending = await onDouble(`${env.POSTLEDGER_DATA}-bare`, async (url) => {
    const target = openEventStoreDb(url, { clock: systemClock, log: quietLog });
    const seconds2 = await secondsOf(() => appendMessages(target, messages, void 0, CALLERS));
    await target.close();
    return seconds2;
  });
  const from = `${env.POSTLEDGER_DATA}-from`;
  const store = await openEmbeddedLog(from, { log: quietLog, isNew: true });
  const events = await appendMessages(store, messages);
  await store.close();
  const seconds = await secondsOf(
    async () => execFileSync(process.execPath, ["dist/cli/postledger.js", "migrate", "--from", from], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "ignore", "inherit"]
    })
  );
  return { appendedAlone: events / appending, migrated: events / seconds };
}
export {
  run
};
//# sourceMappingURL=enginePrices.js.map
