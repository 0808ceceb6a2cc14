// test/audit/steppedLog.ts
import { memoryEventStore } from "../support/memoryEventStore.js";
import { seededIds } from "../support/seededIds.js";
var MINUTE_MS = 6e4;
var START_MS = Date.parse("2026-03-01T00:00:00.000Z");
var AT_ONCE = 6;
function steppedLog(random) {
  const store = memoryEventStore();
  const ids = seededIds("stepped");
  let realMs = START_MS;
  let offMs = 0;
  const unsealed = [];
  let notes = 0;
  let size = 0;
  let inSeal = 0;
  let previous = null;
  const append = async (stream, revision, type, data) => {
    const metadata = { v: 1, workspace: "", actor: "a", correlation: ids.uuid(), causation: null };
    const at = new Date(realMs + offMs).toISOString();
    const expected = revision === 0 ? "no-stream" : revision - 1;
    await store.append(stream, expected, [{ id: ids.uuid(), type, data, metadata: { ...metadata, at } }]);
    unsealed.push({ stream, revision });
  };
  const seal = async () => {
    for (let isFull = true; isFull; ) {
      const covered = unsealed.splice(0, AT_ONCE);
      isFull = covered.length === AT_ONCE;
      size += covered.length;
      await append("seal", inSeal, "LogSealed", { size, previous, last: covered.at(-1) });
      previous = inSeal++;
    }
  };
  const step = () => {
    offMs = random() < 0.4 ? 0 : Math.round((random() - 0.5) * 4 * 24 * 60) * MINUTE_MS;
  };
  return {
    store,
    /** Lets so many minutes pass, in which something happens. */
    async pass(minutes) {
      for (let minute = 0; minute < minutes; minute++) {
        if (random() < 5e-3) await append("seal", inSeal++, "SealKeyMade", { previous });
        const events = 1 + Math.floor(random() * (random() < 0.05 ? 3 * AT_ONCE : 3));
        const stepsAt = random() < 0.01 ? Math.floor(random() * events) : -1;
        for (let n = 0; n < events; n++) {
          if (n === stepsAt) step();
          realMs += Math.floor(random() * MINUTE_MS / events);
          await append(`note-${notes++}`, 0, "Noted", {});
        }
        await seal();
      }
    },
    seals: () => store.log.filter(({ type }) => type === "LogSealed"),
    startMs: START_MS,
    nowMs: () => realMs
  };
}
export {
  AT_ONCE,
  steppedLog
};
//# sourceMappingURL=steppedLog.js.map
