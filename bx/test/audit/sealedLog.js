// test/audit/sealedLog.ts
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { runSealer } from "../../src/audit/sealer.js";
import { openLedger } from "../../src/commands/workspace/openLedger.js";
import { manualClock } from "../support/manualClock.js";
import { quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
var SEALED_WITHIN_MS = 6e4;
async function sealedLog(store, seed = "sealed") {
  const clock = manualClock();
  const ids = seededIds(seed);
  const ledger = { store, clock, ids };
  const secrets = sealedSecrets(Buffer.alloc(32, 9), ids);
  await openLedger(ledger, secrets);
  let streams = 0;
  const event = (text) => ({
    id: ids.uuid(),
    type: "Noted",
    data: { text },
    metadata: {
      ...{ v: 1, workspace: ids.uuid(), actor: "key:1", correlation: ids.uuid(), causation: null },
      at: new Date(clock.nowMs()).toISOString()
    }
  });
  return {
    ledger,
    secrets,
    event,
    /** Appends so many events, each to a stream of its own. */
    async write(events) {
      for (let n = 0; n < events; n++)
        await store.append(`note-${streams++}`, "no-stream", [event(`note ${streams}`)]);
    },
    /** Lets a sealer run for so many minutes. */
    async seal(minutes = 1, maySeal = () => true, under = secrets, sealedAtOnce) {
      const stop = new AbortController();
      const dependencies = { ledger, secrets: under, log: quietLog };
      const running = runSealer(dependencies, stop.signal, maySeal, sealedAtOnce);
      await clock.asleep();
      for (let minute = 0; minute < minutes; minute++) await clock.advance(SEALED_WITHIN_MS);
      stop.abort();
      await running;
    },
    seals: async () => store.readStream("seal")
  };
}
export {
  sealedLog
};
//# sourceMappingURL=sealedLog.js.map
