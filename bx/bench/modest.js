// bench/modest.ts
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { SMTPServer } from "smtp-server";
import { freePort } from "../test/servers/servers.js";
import { missingPostfix, startPostfix } from "../test/support/postfix.js";
import { inBenchFolder, serviceEnv } from "./benchFolder.js";
import { startService } from "./pinned.js";
import { childrenOf, processorMs } from "./processMemory.js";
import { line, quantile } from "./report.js";
import { postJson, SEND } from "./sends.js";
var RATES = [1, 20, 100];
var DURATION_MS = 2e4;
var WARM_UP_PER_SECOND = 100;
var WARM_UP_SHARE = 2;
var IDLE_SHARE = 3;
var SETTLED_MS = 12e3;
var BOTH_CORES = "0,1";
async function run(durationMs = DURATION_MS) {
  const relay = await startRelay();
  await inBenchFolder(async (data) => {
    const env = serviceEnv(data, {
      SMTP_URL: relay.url,
      POSTLEDGER_PACE_PER_SECOND: "100000",
      POSTLEDGER_PACE_PER_DAY: "100000000"
    });
    const service = await startService(BOTH_CORES, env);
    try {
      await measure("postledger", posting(service), relay, durationMs);
    } finally {
      await service.stop();
    }
  });
  const missing = missingPostfix();
  if (missing !== null) line("postfix", missing);
  else await inBenchFolder((folder) => measurePostfix(folder, relay, durationMs));
  await relay.close();
}
var posting = (service) => ({
  pid: service.pid,
  send: (subject) => postJson(service, "/v1/emails", { ...SEND, subject }, { "idempotency-key": subject })
});
async function measurePostfix(folder, relay, durationMs) {
  mkdirSync(folder);
  chmodSync(dirname(folder), 493);
  const port = await freePort();
  const settings = { mynetworks: "127.0.0.0/8", local_recipient_maps: "", alias_maps: "" };
  const listener = [`127.0.0.1:${port} inet n - n - - smtpd`];
  const postfix = await startPostfix(folder, relay.port, settings, listener);
  const transport = createTransport({ host: "127.0.0.1", port, pool: true, ignoreTLS: true });
  const send = (subject) => transport.sendMail({ ...SEND, subject });
  try {
    await measure("postfix", { pid: postfix.pid, send }, relay, durationMs);
  } finally {
    transport.close();
    postfix.stop();
  }
}
async function measure(name, server, relay, durationMs) {
  const warmUp = Math.round(WARM_UP_PER_SECOND * WARM_UP_SHARE * durationMs / 1e3);
  await sendAt(WARM_UP_PER_SECOND, warmUp, `${name}-warm-up`, server, relay);
  await sleep(SETTLED_MS);
  for (const perSecond of RATES) {
    const messages = Math.round(perSecond * durationMs / 1e3);
    const before2 = usedBy(server.pid);
    const times = await sendAt(perSecond, messages, `${name}-${perSecond}`, server, relay);
    const after2 = usedBy(server.pid);
    const processor = ((after2.processorMs - before2.processorMs) / messages).toFixed(2);
    const written = ((after2.writtenBytes - before2.writtenBytes) / messages / 1e3).toFixed(1);
    const [p50, p99] = [quantile(times, 0.5).toFixed(1), quantile(times, 0.99).toFixed(1)];
    line(
      `${name}, ${perSecond}/s: a message`,
      `${processor} ms of processor, ${written} KB, at the relay after p50 ${p50} ms, p99 ${p99} ms`
    );
    await sleep(SETTLED_MS);
  }
  const before = usedBy(server.pid);
  const idleMs = IDLE_SHARE * durationMs;
  await sleep(idleMs);
  const after = usedBy(server.pid);
  const share = 100 * (after.processorMs - before.processorMs) / idleMs;
  const bytes = after.writtenBytes - before.writtenBytes;
  line(`${name}, idle`, `${share.toFixed(2)} % of a core, ${bytes} bytes written`);
}
function sendAt(perSecond, messages, run2, { send }, relay) {
  const startedAt = performance.now();
  const sentAt = async (dueAt, subject) => {
    await sleep(dueAt - performance.now());
    const calledAt = performance.now();
    const [takenAt] = await Promise.all([relay.taken(subject), send(subject)]);
    return takenAt - calledAt;
  };
  return Promise.all(
    Array.from({ length: messages }, (_, n) => sentAt(startedAt + n * 1e3 / perSecond, `${run2}-${n}`))
  );
}
function usedBy(pid) {
  const ended = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ").slice(13, 15) ?? [];
  const io = readFileSync(`/proc/${pid}/io`, "latin1");
  const own = {
    processorMs: ended.reduce((sum, ticks) => sum + Number(ticks) * 10, processorMs(pid)),
    writtenBytes: Number(/^write_bytes: (\d+)/m.exec(io)?.[1])
  };
  return childrenOf(pid).map(usedBy).reduce(
    (sum, used) => ({
      processorMs: sum.processorMs + used.processorMs,
      writtenBytes: sum.writtenBytes + used.writtenBytes
    }),
    own
  );
}
async function startRelay() {
  const awaited = /* @__PURE__ */ new Map();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, _session, callback) {
      let message = "";
      stream.on("data", (chunk) => {
        message += chunk;
      });
      stream.on("end", () => {
        awaited.get(/^Subject: (\S+)/m.exec(message)?.[1] ?? "")?.(performance.now());
        callback();
      });
    }
  });
  server.on("error", () => {
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address();
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** Resolves with the monotonic time at which a message of this subject came. */
    taken: (subject) => new Promise((resolve) => awaited.set(subject, resolve)),
    close: () => new Promise((resolve) => server.close(() => resolve()))
  };
}
export {
  run
};
//# sourceMappingURL=modest.js.map
