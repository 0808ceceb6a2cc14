// test/contract/documents/indexes.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { at, freshCollection, freshName, keysOf } from "./collections.js";
import { ordered } from "./orderedValues.js";
function indexContract(name, factory) {
  const test = suite(name);
  let opened;
  let documents;
  test.before(async () => {
    opened = await factory();
    documents = opened.subject;
  });
  test.after(() => opened.destroy());
  const withValues = async (values) => {
    const collection = await freshCollection(documents, { byValue: ["value"] });
    await collection.writeMany(
      values.map((value, n) => ({
        key: `k${String(n).padStart(3, "0")}`,
        position: at(1),
        document: value === void 0 ? {} : { value }
      }))
    );
    return collection;
  };
  const valuesOf = (page) => page.map(({ document }) => document.value);
  test("a changed value moves the entry", async () => {
    const collection = await freshCollection(documents, { byLane: ["lane", "due"], byDue: ["due"] });
    const write = (n, document) => collection.writeMany([{ key: "a", position: at(n), document }]);
    const lane = async (value) => keysOf(await collection.page({ index: "byLane", equals: [value], limit: 5 }));
    await write(1, { lane: "one", due: 10 });
    await write(2, { lane: "two", due: 20 });
    assert.equal(await lane("one"), []);
    assert.equal(await lane("two"), ["a"]);
    assert.equal(await collection.page({ index: "byDue", to: 10, limit: 5 }), []);
    await write(3, { lane: "two", due: 20, other: true });
    assert.equal((await collection.page({ index: "byDue", limit: 5 })).length, 1);
    assert.equal((await collection.page({ index: "byDue", limit: 5 }))[0]?.document.other, true);
    await write(4, null);
    assert.equal(await lane("two"), []);
    await write(5, { lane: "three", due: 5 });
    assert.equal(await lane("three"), ["a"]);
    await write(4, { lane: "stale", due: 1 });
    assert.equal(await lane("stale"), []);
    assert.equal(keysOf(await collection.page({ index: "byDue", to: 1, limit: 5 })), []);
  });
  test("a document written twice in one call stands once", async () => {
    const collection = await freshCollection(documents, { byN: ["n"] });
    await collection.writeMany([{ key: "a", position: at(1), document: { n: 1 } }]);
    await collection.writeMany([
      { key: "a", position: at(2), document: { n: 2 } },
      { key: "a", position: at(3), document: { n: 3 } }
    ]);
    assert.equal(
      (await collection.page({ index: "byN", limit: 5 })).map(({ document }) => document.n),
      [3]
    );
  });
  test("absent and null values are left out", async () => {
    const collection = await withValues([1, null, void 0, 0, 2]);
    assert.equal(valuesOf(await collection.page({ index: "byValue", limit: 10 })), [0, 1, 2]);
    assert.equal(
      valuesOf(await collection.page({ index: "byValue", limit: 10, descending: true })),
      [2, 1, 0]
    );
    const pair = await freshCollection(documents, { byBoth: ["a", "b"] });
    await pair.writeMany([
      { key: "whole", position: at(1), document: { a: 1, b: 1 } },
      { key: "half", position: at(1), document: { a: 1 } }
    ]);
    assert.equal(keysOf(await pair.page({ index: "byBoth", equals: [1], limit: 5 })), ["whole"]);
    await pair.writeMany([{ key: "whole", position: at(2), document: { a: 1, b: null } }]);
    assert.equal(await pair.page({ index: "byBoth", equals: [1], limit: 5 }), []);
  });
  for (const [what, values] of ordered) {
    test(`values are ordered: ${what}`, async () => {
      const shuffled = values.map((_, n) => values[(n * 7 + 3) % values.length] ?? values[0]);
      const collection = await withValues(values.length % 7 === 0 ? values : shuffled);
      const page = (query) => collection.page({ index: "byValue", limit: 100, ...query });
      assert.equal(valuesOf(await page({})), values);
      assert.equal(valuesOf(await page({ descending: true })), [...values].reverse());
      for (const [n, value] of values.entries()) {
        assert.equal(valuesOf(await page({ equals: [value] })), [value]);
        assert.equal(valuesOf(await page({ from: value })), values.slice(n));
        assert.equal(valuesOf(await page({ to: value })), values.slice(0, n + 1));
      }
    });
  }
  const odd = [
    "\0",
    "a\0",
    "a\0b",
    "",
    "\x7F",
    "e\u0301",
    "\uFEFF",
    "\uFFFF",
    "\u202E"
  ];
  test("odd unicode is found by its exact value", async () => {
    const collection = await withValues([...odd, "a", "ab"]);
    for (const value of [...odd, "a", "ab"])
      assert.equal(valuesOf(await collection.page({ index: "byValue", equals: [value], limit: 5 })), [value]);
    assert.is((await collection.page({ index: "byValue", limit: 50 })).length, odd.length + 2);
  });
  test("very long values are kept, found and paged", async () => {
    const long = ["x", "y", "z"].flatMap((letter) => [letter.repeat(5e3), `${letter.repeat(5e3)}!`]);
    const collection = await withValues(long);
    for (const value of long)
      assert.equal(valuesOf(await collection.page({ index: "byValue", equals: [value], limit: 5 })), [value]);
    const seen = [];
    for (let after; ; ) {
      const page = await collection.page({ index: "byValue", limit: 2, ...after && { after } });
      seen.push(...valuesOf(page));
      const last = page.at(-1);
      if (last === void 0) break;
      after = { values: [String(last.document.value)], key: last.key };
    }
    assert.equal(new Set(seen), new Set(long));
    assert.is(seen.length, long.length);
  });
  test("a value is not mistaken for its neighbour in the next field", async () => {
    const collection = await freshCollection(documents, { byBoth: ["a", "b"] });
    const pairs = [
      ["x", "yz"],
      ["xy", "z"],
      ["x", "y"],
      ["", "xyz"],
      ["xyz", ""]
    ];
    await collection.writeMany(
      pairs.map(([a, b], n) => ({ key: `k${n}`, position: at(1), document: { a, b } }))
    );
    for (const [n, pair] of pairs.entries())
      assert.equal(keysOf(await collection.page({ index: "byBoth", equals: pair, limit: 5 })), [`k${n}`]);
    assert.equal(keysOf(await collection.page({ index: "byBoth", equals: ["x"], limit: 5 })), ["k2", "k0"]);
  });
  test("a collection without indexes takes any document", async () => {
    const collection = await documents.collection({ name: freshName(), indexes: {} });
    await collection.writeMany([{ key: "a", position: at(1), document: { text: "x".repeat(2e5) } }]);
    assert.is(String((await collection.get("a"))?.document.text).length, 2e5);
  });
  test.run();
}
export {
  indexContract
};
//# sourceMappingURL=indexes.js.map
