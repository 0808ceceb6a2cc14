// test/commands/kernel/immutableMap.test.ts
import fc from "fast-check";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import {
  EMPTY_LIST,
  itemAt,
  lastPassing,
  withItem
} from "../../../src/commands/kernel/immutableList.js";
import {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  withEntry,
  withoutEntry
} from "../../../src/commands/kernel/immutableMap.js";
import { SEED } from "../../support/testRun.js";
var test = suite("shared map and list");
var step = fc.record({ key: fc.integer({ min: 0, max: 400 }).map(String), drops: fc.boolean() });
test("it holds what a Map holds, in the order of a Map, and no older map changes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600, size: "max" }), (steps) => {
      const plain = /* @__PURE__ */ new Map();
      let shared = EMPTY_MAP;
      const before = [];
      for (const [at, { key, drops }] of steps.entries()) {
        if (at % 50 === 0) before.push({ shared, entries: [...plain] });
        if (drops) plain.delete(key);
        else plain.set(key, at);
        shared = drops ? withoutEntry(shared, key) : withEntry(shared, key, at);
        assert.is(shared.size, plain.size);
        assert.is(entryIn(shared, key), plain.get(key));
      }
      before.push({ shared, entries: [...plain] });
      for (const each of before) assert.equal(entriesOf(each.shared), each.entries);
    }),
    { seed: SEED, numRuns: 60 }
  );
});
test("keys whose hashes are equal are kept apart", () => {
  const keys = Array.from({ length: 1e5 }, (_, at) => `key-${at}`);
  const full = keys.reduce((map, key) => withEntry(map, key, key), EMPTY_MAP);
  assert.is(full.size, keys.length);
  assert.ok(keys.every((key) => entryIn(full, key) === key));
  const none = keys.reduce((map, key) => withoutEntry(map, key), full);
  assert.is(none.size, 0);
  assert.equal(entriesOf(none), []);
});
test("lists that part from one list keep their own items", () => {
  const one = [1, 2, 3].reduce(withItem, EMPTY_LIST);
  const longer = withItem(one, 4);
  const other = withItem(one, 5);
  const longest = withItem(longer, 6);
  const itemsOf = (list) => Array.from({ length: list.length }, (_, at) => itemAt(list, at));
  assert.equal([one, longer, other, longest].map(itemsOf), [
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2, 3, 5],
    [1, 2, 3, 4, 6]
  ]);
  assert.is(itemAt(one, 3), void 0);
  assert.is(EMPTY_LIST.length, 0);
  assert.equal(EMPTY_LIST.items, []);
});
test("the last item that passes is found", () => {
  const list = Array.from({ length: 9 }, (_, at) => at).reduce(withItem, EMPTY_LIST);
  for (let limit = 0; limit <= 9; limit++)
    assert.is(
      lastPassing(list, (item) => item < limit),
      limit === 0 ? void 0 : limit - 1
    );
});
test.run();
//# sourceMappingURL=immutableMap.test.js.map
