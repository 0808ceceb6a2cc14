// test/projections/foldedAgain.test.ts
import fc from "fast-check";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { projectionList, projectionsFor } from "../../src/projections/readModels.js";
import { foldEvent, UNFOLDED } from "../../src/runtime/fold/foldEvent.js";
import { foldInto } from "../../src/runtime/fold/foldInto.js";
import { collectionOf } from "../../src/runtime/fold/projection.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { randomLogs } from "../support/randomEvents.js";
import { SEED } from "../support/testRun.js";
var test = suite("folded again");
var MAX_EVENTS = 40;
var RUNS = { numRuns: 2e3, seed: SEED + 7 };
var open = (projection) => memoryDocuments().collection(collectionOf(projection));
async function rowsOf(collection, projection, log) {
  const keys = new Set(log.flatMap((event) => projection.keys(event)));
  return [...await collection.getForFold([...keys])].sort(([one], [other]) => one < other ? -1 : 1);
}
async function foldedOnce(projection, log) {
  const collection = await open(projection);
  await foldInto(projection, collection, log);
  return rowsOf(collection, projection, log);
}
function foldingProcess(projection, collection, log) {
  let reached = 0;
  let underWay = [];
  const slow = {
    ...collection,
    async writeMany(writes) {
      underWay = writes;
    }
  };
  const arrive = async () => {
    await collection.writeMany(underWay);
    underWay = [];
  };
  return {
    arrive,
    async fold(events) {
      await arrive();
      const stretch = log.slice(reached, reached + events);
      reached += events;
      await foldInto(projection, slow, stretch);
    },
    /** Begins again at an older place, as from a checkpoint. */
    async goBack(events) {
      await arrive();
      reached = Math.max(0, Math.min(reached, log.length) - events);
    }
  };
}
for (const projection of projectionList(projectionsFor(4))) {
  test(`${projection.name}: any stretch again, by two processes at once, gives the same documents at the same positions`, () => {
    const step = fc.record({ by: fc.nat(1), events: fc.nat(8), back: fc.nat(12) });
    return fc.assert(
      fc.asyncProperty(
        randomLogs(projection.types, MAX_EVENTS),
        fc.array(step, { maxLength: 16 }),
        fc.nat(1),
        async (log, steps, last) => {
          const expected = await foldedOnce(projection, log);
          const collection = await open(projection);
          const processes = [0, 1].map(() => foldingProcess(projection, collection, log));
          for (const { by, events, back } of steps) {
            await processes[by]?.fold(events);
            if (back > 8) await processes[by]?.goBack(back);
          }
          await processes[last]?.fold(MAX_EVENTS);
          await processes[last]?.arrive();
          await processes[1 - last]?.arrive();
          assert.equal(await rowsOf(collection, projection, log), expected);
        }
      ),
      RUNS
    );
  });
  test(`${projection.name}: an event that changed nothing changes nothing again, and no document is changed in place`, () => fc.assert(
    fc.property(randomLogs(projection.types, MAX_EVENTS), (log) => {
      const documents = /* @__PURE__ */ new Map();
      for (const event of log) {
        for (const key of projection.keys(event)) {
          const { folding, idle } = documents.get(key) ?? { folding: UNFOLDED, idle: [] };
          const after = foldEvent(projection, folding, event, key);
          frozen(after.document);
          documents.set(key, { folding: after, idle: after === folding ? [...idle, event] : [] });
        }
      }
      for (const [key, { folding, idle }] of documents)
        for (const event of idle) assert.is(foldEvent(projection, folding, event, key), folding);
    }),
    RUNS
  ));
}
function frozen(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
}
test.run();
//# sourceMappingURL=foldedAgain.test.js.map
