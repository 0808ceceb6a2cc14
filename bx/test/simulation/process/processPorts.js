// test/simulation/process/processPorts.ts
import { checkedEventStore } from "../../../src/adapters/checked/eventStore.js";
import { sealedSecrets } from "../../../src/adapters/node/sealedSecrets.js";
import { signedTokens } from "../../../src/adapters/node/signedTokens.js";
import { seededIds } from "../../support/seededIds.js";
import { processClock } from "../time/processClock.js";
import { watchedClock, watchedMetrics } from "./watch.js";
var MASTER_KEY = Buffer.alloc(32, 7);
function ledgerPortsFor(life, parts) {
  const { seed, agenda, wall, journal, stores, watch } = parts;
  const ids = seededIds(`${seed} ${life.process} ${life.number}`);
  const { store, ...others } = stores.portsFor(life);
  return {
    ...others,
    store: checkedEventStore(store),
    secrets: sealedSecrets(MASTER_KEY, ids),
    tokens: signedTokens(MASTER_KEY),
    clock: watchedClock(processClock(agenda, wall, life), life, journal, watch),
    ids,
    log: logOf(life, journal),
    metrics: watchedMetrics(life, journal),
    growth: null,
    logDamage: null,
    close: async () => {
    }
  };
}
function logOf(life, journal) {
  const say = (level) => (fields, message) => {
    if (!life.isAlive()) return;
    const { process, number } = life;
    const text = JSON.stringify(
      fields,
      (_, value) => value instanceof Error ? `${value.name}: ${value.message}` : value
    );
    journal.note("logs", { process, life: number, level, message, fields: text });
  };
  return { debug() {
  }, info: say("info"), warn: say("warn"), error: say("error") };
}
export {
  MASTER_KEY,
  ledgerPortsFor
};
//# sourceMappingURL=processPorts.js.map
