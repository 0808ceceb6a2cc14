// test/faults/trustingService.ts
import { readSettings } from "../../src/config.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
import { RevisionConflict } from "../../src/ports/eventStore.js";
var settings = readSettings(process.env);
var ports = await openPorts(settings);
var races = { won: 0, lost: 0 };
var leases = {
  acquire: async (name) => ({ name, lost: new AbortController().signal, release: async () => {
  } }),
  isHeld: async () => false,
  close: async () => {
  }
};
var hints = {
  ...ports.hints,
  subscribe: (channel, handler) => channel.startsWith("members:") ? () => {
  } : ports.hints.subscribe(channel, handler)
};
var store = {
  ...ports.store,
  async append(stream, expected, events) {
    const isClaim = events.some(({ type }) => type === "SubmissionAttempted");
    try {
      const appended = await ports.store.append(stream, expected, events);
      if (isClaim) races.won++;
      return appended;
    } catch (error) {
      if (isClaim && error instanceof RevisionConflict) races.lost++;
      throw error;
    }
  }
};
var service = await startService(settings, { ...ports, leases, hints, store });
console.log("running without the api role");
process.once("SIGTERM", async () => {
  await service.stop();
  console.log(`claims won ${races.won} lost ${races.lost}`);
  process.exit(0);
});
//# sourceMappingURL=trustingService.js.map
