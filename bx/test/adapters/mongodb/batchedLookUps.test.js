// test/adapters/mongodb/batchedLookUps.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { batchedLookUps } from "../../../src/adapters/mongodb/batchedLookUps.js";
var test = suite("gathered look-ups");
function byHand() {
  const queries = [];
  const lookUp = batchedLookUps(
    (keys) => new Promise((answer, fail) => queries.push({ keys, answer, fail })),
    (found) => found
  );
  return { queries, lookUp };
}
var turn = () => new Promise((resolve) => setImmediate(resolve));
test("the first goes at once, those who come meanwhile go together, each gets its own", async () => {
  const { queries, lookUp } = byHand();
  const first = lookUp(["a"]);
  const second = lookUp(["b", "c"]);
  const third = lookUp(["c", "d"]);
  assert.equal(
    queries.map(({ keys }) => keys),
    [["a"]]
  );
  queries[0]?.answer(["a"]);
  assert.equal(await first, ["a"]);
  await turn();
  assert.equal(queries[1]?.keys, ["b", "c", "d"], "a key is asked for once");
  queries[1]?.answer(["d", "c"]);
  assert.equal(await second, ["c"]);
  assert.equal(await third, ["c", "d"], "in the order asked for");
});
test("anyone who asks after a query was sent is not answered by it", async () => {
  const { queries, lookUp } = byHand();
  const before = lookUp(["a"]);
  const after = lookUp(["a"]);
  queries[0]?.answer([]);
  assert.equal(await before, []);
  await turn();
  queries[1]?.answer(["a"]);
  assert.equal(await after, ["a"]);
});
test("a failed query also rejects the callers that wait, and the next one is sent again", async () => {
  const { queries, lookUp } = byHand();
  const reasons = Promise.all(
    [lookUp(["a"]), lookUp(["b"])].map(
      (asked) => asked.then(
        () => "found",
        ({ message }) => message
      )
    )
  );
  queries[0]?.fail(new Error("away"));
  assert.equal(await reasons, ["away", "away"]);
  await turn();
  const later = lookUp(["c"]);
  queries[1]?.answer(["c"]);
  assert.equal(await later, ["c"]);
});
test("one query asks for a thousand keys at most, unless one caller wants more", async () => {
  const { queries, lookUp } = byHand();
  const first = lookUp(["x"]);
  const keys = (name, count) => Array.from({ length: count }, (_, n) => `${name}${n}`);
  const rest = [lookUp(keys("a", 600)), lookUp(keys("b", 600)), lookUp(keys("c", 1500))];
  for (let n = 0; n < 4; n++) {
    queries[n]?.answer([]);
    await turn();
  }
  await Promise.all([first, ...rest]);
  assert.equal(
    queries.map((query) => query.keys.length),
    [1, 600, 600, 1500]
  );
});
test.run();
//# sourceMappingURL=batchedLookUps.test.js.map
