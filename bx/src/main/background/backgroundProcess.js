// src/main/background/backgroundProcess.ts
import { once } from "node:events";
import { constants, getPriority, setPriority } from "node:os";
import { readSettings } from "../../config.js";
import { openPorts } from "../ports.js";
import { startService } from "../service.js";
import { highestLag } from "./highestLag.js";
import { hintGrowth, REQUEST_CHANNELS, sharedHints } from "./sharedHints.js";
var NICE = 5;
var REPORT_LAG_MS = 2e3;
var LONGEST_STOP_MS = 2e4;
var send = (message) => {
  if (process.connected) process.send?.(message, () => {
  });
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {
});
var asked = new AbortController();
asked.signal.addEventListener("abort", () => setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref());
process.once("disconnect", () => asked.abort());
if (!process.connected) asked.abort();
var settings = readSettings(process.env);
var ports = await openPorts(settings);
ports.growth?.startWriter();
var sendHint = (channel, message) => send({ kind: "hint", channel, message });
var { hints, receive } = sharedHints(
  ports.hints,
  settings.REDIS_URL === void 0 ? sendHint : null,
  REQUEST_CHANNELS
);
var endGrowth = hintGrowth({ ...ports, hints });
var { metrics, lagMs } = highestLag(ports.metrics, ports.clock);
var lagTimer = setInterval(() => send({ kind: "lag", lagMs: lagMs() }), REPORT_LAG_MS);
var starting = startService(
  settings,
  { ...ports, hints, metrics },
  { asked: asked.signal, opensLedger: false, onReport: send }
);
process.on("message", (message) => {
  switch (message.kind) {
    case "hint":
      receive(message.channel, message.message);
      break;
    case "measure":
      ports.metrics.snapshot().then(
        (metrics2) => send({ kind: "measured", number: message.number, metrics: metrics2 }),
        () => {
        }
      );
      break;
    case "stop":
      asked.abort();
      break;
  }
});
send({ kind: "running" });
var service = await starting.catch((error) => {
  ports.log.error({ err: error }, "the background process could not start");
  process.exit(1);
});
setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE));
if (!asked.signal.aborted) await once(asked.signal, "abort");
endGrowth();
clearInterval(lagTimer);
await service.stop();
process.exit(0);
//# sourceMappingURL=backgroundProcess.js.map
