// src/runtime/follow/readAgain.ts
var PAGE_EVENTS = 1e3;
var NOT_YET_MS = 100;
var FIRST_FAULT_MS = 100;
var LONGEST_FAULT_MS = 5e3;
function readAgain(dependencies) {
  const { consumer, store, ahead, place, onTaken, clock, log, metrics, signal } = dependencies;
  let reading = null;
  let faultMs = FIRST_FAULT_MS;
  const readOne = async (after) => {
    try {
      const batch = await store.readAll({ after, limit: PAGE_EVENTS, types: consumer.types });
      onTaken(ahead.takeAgain(after, batch, place));
      faultMs = FIRST_FAULT_MS;
      if (batch.position <= after) await clock.sleep(NOT_YET_MS, signal);
    } catch (error) {
      metrics.count("postledger_consumer_faults_total", { consumer: consumer.name });
      log.error({ consumer: consumer.name, err: error }, "events could not be read again, trying again");
      await clock.sleep(faultMs, signal);
      faultMs = Math.min(2 * faultMs, LONGEST_FAULT_MS);
    }
  };
  const readFrom = async (first) => {
    for (let after = first; after !== null && !signal.aborted; after = ahead.readAgainAfter())
      await readOne(after);
    reading = null;
  };
  return {
    start() {
      if (reading !== null || ahead.ownersToRead === 0 || signal.aborted) return;
      const after = ahead.readAgainAfter();
      if (after !== null) reading = readFrom(after);
    },
    async ended() {
      await reading;
    }
  };
}
export {
  readAgain
};
//# sourceMappingURL=readAgain.js.map
