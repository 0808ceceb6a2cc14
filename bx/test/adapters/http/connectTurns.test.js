// test/adapters/http/connectTurns.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { connectTurns } from "../../../src/adapters/http/connectTurns.js";
var test = suite("turns for connections");
var turn = () => new Promise((resolve) => setImmediate(resolve));
test("given many begin at once, then two of them begin in each turn of the event loop, in order", async () => {
  const nextTurn = connectTurns();
  const begun = [];
  for (let n = 0; n < 6; n++) {
    const wait = nextTurn();
    if (wait === null) begun.push(n);
    else void wait.then(() => begun.push(n));
  }
  assert.equal(begun, [0, 1]);
  await turn();
  assert.equal(begun, [0, 1, 2, 3]);
  await turn();
  assert.equal(begun, [0, 1, 2, 3, 4, 5]);
});
test("given no one has waited for a while, then two begin at once again", async () => {
  const nextTurn = connectTurns();
  for (let n = 0; n < 2; n++) assert.is(nextTurn(), null);
  for (let n = 0; n < 3; n++) await turn();
  for (let n = 0; n < 2; n++) assert.is(nextTurn(), null);
  assert.ok(nextTurn() instanceof Promise);
});
test.run();
//# sourceMappingURL=connectTurns.test.js.map
