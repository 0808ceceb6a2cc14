// test/faults/laterService.ts
import { readSettings } from "../../src/config.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
var laterByMs = Number(process.argv[2]);
var settings = readSettings(process.env);
var ports = await openPorts(settings);
var { clock } = ports;
var service = await startService(settings, {
  ...ports,
  clock: { ...clock, nowMs: () => clock.nowMs() + laterByMs }
});
console.log(service.url === null ? "running without the api role" : `listening on ${service.url}`);
process.once("SIGTERM", () => service.stop().then(() => process.exit(0)));
//# sourceMappingURL=laterService.js.map
