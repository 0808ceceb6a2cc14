// test/faults/crashingService.ts
import { readSettings } from "../../src/config.js";
import { firstKeyFile } from "../../src/main/firstKeyFile.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
import { crashAt, crashingMailer, crashingPorts, crashingPoster } from "./crashPoints.js";
var [step = "never", nth = "1", laterMs = "0"] = process.argv.slice(2);
var reach = crashAt({ step, nth: Number(nth) });
var settings = readSettings(process.env);
var opened = await openPorts(settings);
var clock = { ...opened.clock, nowMs: () => opened.clock.nowMs() + Number(laterMs) };
var ports = crashingPorts({ ...opened, clock }, reach);
var keyFile = firstKeyFile(settings.POSTLEDGER_DATA, { ids: ports.ids, log: ports.log, show: null });
var firstKey = {
  ...keyFile,
  async keep(key, openedAtMs) {
    reach("before-first-key");
    const kept = await keyFile.keep(key, openedAtMs);
    reach("after-first-key");
    return kept;
  }
};
var service = await startService(
  settings,
  {
    ...ports,
    mailer: crashingMailer(ports.mailer, reach),
    poster: crashingPoster(ports.poster, reach)
  },
  { firstKey }
);
console.log(
  `${service.firstKey ?? ""} ${service.url === null ? "running without the api role" : `listening on ${service.url}`}`
);
process.once("SIGTERM", () => service.stop().then(() => process.exit(0)));
//# sourceMappingURL=crashingService.js.map
