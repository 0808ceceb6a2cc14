// test/audit/exportedLines.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../src/adapters/position.js";
import { exportedLines } from "../../src/audit/exportedLines.js";
import { BEGINNING } from "../../src/events/event.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { sealedLog } from "./sealedLog.js";
var test = suite("lines of an export");
test("are those of the range, and nothing is read after its end", async () => {
  const store = memoryEventStore();
  await (await sealedLog(store)).write(1200);
  const asked = [];
  const readLeaves = (options) => {
    asked.push(Number(options.after));
    return store.readLeaves(options);
  };
  const placesIn = async (after, until) => {
    const places = [];
    asked.length = 0;
    const range = { after: positionAt(after), until: positionAt(until), filter: null };
    for await (const { lines, events } of exportedLines({ readLeaves }, range)) {
      const held = lines.split("\n").slice(0, -1);
      assert.is(held.length, events);
      places.push(...held.map((line) => Number(JSON.parse(line).position)));
    }
    return places;
  };
  const from = (first, last) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
  assert.equal(await placesIn(3, 13), from(4, 13));
  assert.equal(asked, [3]);
  assert.equal(await placesIn(0, 1e3), from(1, 1e3));
  assert.equal(asked, [0, 500]);
  assert.equal(await placesIn(0, 1201), from(1, 1201));
  assert.equal(await placesIn(13, 13), []);
  assert.equal(asked, []);
});
test("end with what is wrong with the log, after the lines before it", async () => {
  const store = memoryEventStore();
  await (await sealedLog(store)).write(5);
  const damaged = {
    readLeaves: async (options) => {
      const { leaves } = await store.readLeaves(options);
      return {
        leaves: leaves.slice(0, 3 - Number(options.after)),
        fault: "the event at position 4 was changed"
      };
    }
  };
  for (const after of [BEGINNING, positionAt(3)]) {
    const lines = exportedLines(damaged, { after, until: positionAt(6), filter: null });
    let events = 0;
    const ended = await (async () => {
      for await (const page of lines) events += page.events;
    })().catch((error) => error);
    assert.is(events, 3 - Number(after));
    assert.match(String(ended), /the event at position 4 was changed: run audit verify and doctor/);
  }
});
test.run();
//# sourceMappingURL=exportedLines.test.js.map
