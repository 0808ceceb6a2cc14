// test/adapters/eventstoredb/confirmedEnd.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { confirmedEnd } from "../../../src/adapters/eventstoredb/confirmedEnd.js";
import { positionAt } from "../../../src/adapters/position.js";
var test = suite("an end before what is known is asked for again");
function ends(...found) {
  let asked = 0;
  let sleptMs = 0;
  const sleep = async (ms) => {
    sleptMs += ms;
  };
  const end = async () => {
    const next = found[Math.min(asked++, found.length - 1)];
    return next === void 0 ? null : positionAt(next);
  };
  return { end, clock: { sleep }, asked: () => asked, sleptMs: () => sleptMs };
}
test("an old answer is not believed; the same one over two seconds is", async () => {
  const lagging = ends(3, 5, 7);
  assert.is(await confirmedEnd(positionAt(6), lagging.end, lagging.clock), positionAt(7));
  assert.is(lagging.asked(), 3);
  const restored = ends(3);
  assert.is(await confirmedEnd(positionAt(6), restored.end, restored.clock), positionAt(3));
  assert.is(restored.sleptMs(), 2e3);
  const unknown = ends();
  assert.is(await confirmedEnd(positionAt(6), unknown.end, unknown.clock), null);
});
test.run();
//# sourceMappingURL=confirmedEnd.test.js.map
