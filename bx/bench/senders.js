// bench/senders.ts
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { startServiceProcess } from "../test/support/serviceProcess.js";
import { generateSends } from "./sends.js";
var RELAY_MS = 50;
var SHARED_AFTER_MS = 6e3;
var LOOK_MS = 100;
async function sentBy(processes, env, messages) {
  const relay = await slowRelay();
  const sending = {
    ...env,
    SMTP_URL: relay.url,
    POSTLEDGER_PACE_PER_SECOND: "100000",
    POSTLEDGER_PACE_PER_DAY: "100000000"
  };
  const api = await startServiceProcess({ env: { ...sending, POSTLEDGER_ROLES: "api,projector" } });
  const { answers: accepted } = await generateSends(
    { url: new URL(api.url), key: api.firstKey },
    { connections: 64, durationMs: 6e5, maxRequests: messages }
  );
  await api.stop();
  const workers = await Promise.all(
    Array.from(
      { length: processes },
      () => startServiceProcess({ env: { ...sending, POSTLEDGER_ROLES: "projector,sender" } })
    )
  );
  await sleep(SHARED_AFTER_MS);
  const startedAt = performance.now();
  const before = relay.taken();
  if (before >= accepted)
    throw new Error(`${accepted} messages are too few: they were sent before the first look`);
  while (relay.taken() < accepted) await sleep(LOOK_MS);
  const seconds = (performance.now() - startedAt) / 1e3;
  await Promise.all(workers.map((worker) => worker.stop()));
  await relay.close();
  return (accepted - before) / seconds;
}
async function slowRelay() {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, _session, callback) {
      stream.on("end", () => {
        taken++;
        setTimeout(callback, RELAY_MS);
      });
      stream.resume();
    }
  });
  server.on("error", () => {
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address();
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => taken,
    close: () => new Promise((resolve) => server.close(() => resolve()))
  };
}
export {
  sentBy,
  slowRelay
};
//# sourceMappingURL=senders.js.map
