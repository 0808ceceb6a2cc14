// test/simulation/fast/scenarios/quietService.ts
import { runCommands } from "../commands.js";
var MINUTE_MS = 6e4;
var IDLE_MS = 15 * MINUTE_MS;
var quietService = {
  name: "read models condemned by a quiet service",
  knownFaultOf: null,
  isAbout: ({ rule, what }) => rule === "nothing is reported as damaged or set aside" || rule === "every command works in the quiet stretch" && /ahead|read-models/.test(what) || rule === "no log line of level error without a fault that explains it" && /ahead|read-models/.test(what),
  async live(world) {
    const { time, service, clients } = world;
    const sending = { recipients: ["takes-1@receiver.test"], scheduledForMs: null, callsAtOnce: 1 };
    clients.send({ key: "only-one", ...sending });
    await clients.allAnswered(6e4);
    await time.sleep(IDLE_MS);
    await runCommands(world, ["status", "audit"]);
    await service.stop();
    await service.start();
    await service.stop();
  }
};
export {
  quietService
};
//# sourceMappingURL=quietService.js.map
