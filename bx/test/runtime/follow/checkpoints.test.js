// test/runtime/follow/checkpoints.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../../src/adapters/position.js";
import { BEGINNING } from "../../../src/events/event.js";
import { openCheckpoints } from "../../../src/runtime/follow/checkpoints.js";
import { memoryDocuments } from "../../support/memoryDocuments.js";
var test = suite("checkpoints");
var at = positionAt;
test("the lowest of a consumer is that of its slowest partition, and the beginning while one has none", async () => {
  const checkpoints = await openCheckpoints(memoryDocuments(), 3);
  assert.is(await checkpoints.lowest("one"), BEGINNING);
  await checkpoints.save(
    "one",
    /* @__PURE__ */ new Map([
      [0, at(30)],
      [2, at(9)]
    ])
  );
  assert.is(await checkpoints.lowest("one"), BEGINNING, "partition 1 has seen nothing");
  await checkpoints.save("one", /* @__PURE__ */ new Map([[1, at(100)]]));
  assert.is(await checkpoints.lowest("one"), at(9));
  await checkpoints.save("one", /* @__PURE__ */ new Map([[2, at(200)]]));
  assert.is(await checkpoints.lowest("one"), at(30));
  assert.is(await checkpoints.lowest("another"), BEGINNING);
});
test("a checkpoint never moves back", async () => {
  const checkpoints = await openCheckpoints(memoryDocuments(), 1);
  await checkpoints.save("one", /* @__PURE__ */ new Map([[0, at(5)]]));
  await checkpoints.save("one", /* @__PURE__ */ new Map([[0, at(4)]]));
  assert.is(await checkpoints.load("one", 0), at(5));
});
test.run();
//# sourceMappingURL=checkpoints.test.js.map
