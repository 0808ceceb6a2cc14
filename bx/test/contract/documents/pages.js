// test/contract/documents/pages.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { at, freshCollection, keysOf } from "./collections.js";
var ROWS = 300;
function pageContract(name, factory) {
  const test = suite(name);
  let opened;
  let rows;
  const sorted = [];
  test.before(async () => {
    opened = await factory();
    rows = await freshCollection(opened.subject, { byN: ["n"], byGroup: ["group", "n"] });
    for (let at2 = 0; at2 < ROWS; at2++) {
      const document = { group: at2 % 2 === 0 ? "even" : "odd", n: Math.floor(at2 / 10) - 5 };
      sorted.push({ key: `k${String(at2 * 7 % ROWS).padStart(3, "0")}`, document });
    }
    await rows.writeMany(sorted.map((row, n) => ({ ...row, position: at(n + 1) })));
    sorted.sort((a, b) => a.document.n - b.document.n || (a.key < b.key ? -1 : 1));
  });
  test.after(() => opened.destroy());
  const expected = (wanted = () => true) => sorted.filter(wanted).map(({ key }) => key);
  const all = async (query, fields, collection = rows, between = async () => {
  }) => {
    const keys = [];
    for (let after = query.after; ; ) {
      const page = await collection.page({ ...query, ...after && { after } });
      assert.ok(page.length <= query.limit);
      keys.push(...keysOf(page));
      const last = page.at(-1);
      if (last === void 0 || page.length < query.limit) return keys;
      after = { values: fields.map((field) => last.document[field]), key: last.key };
      await between();
    }
  };
  for (const limit of [1, 7, 10, 1e3]) {
    test(`pages of ${limit} in index order, ties by key`, async () => {
      assert.equal(await all({ index: "byN", limit }, ["n"]), expected());
    });
    test(`pages of ${limit} descending`, async () => {
      assert.equal(await all({ index: "byN", limit, descending: true }, ["n"]), expected().reverse());
    });
  }
  test("ties are in the order of their keys\u2019 code points, and so are the pages behind each", async () => {
    const collection = await freshCollection(opened.subject, { byN: ["n"] });
    const keys = ["A", "Z", "a", "~", "\xE9", "\u4E2D", "\uFB01", "\u{1F600}"];
    const shuffled = [...keys.slice(3).reverse(), ...keys.slice(0, 3)];
    await collection.writeMany(
      shuffled.map((key, n) => ({ key, position: at(n + 1), document: { n: 1, key } }))
    );
    for (const limit of [1, 3, 100]) {
      assert.equal(await all({ index: "byN", limit }, ["n"], collection), keys);
      const descending = await all({ index: "byN", limit, descending: true }, ["n"], collection);
      assert.equal(descending, [...keys].reverse());
    }
  });
  test("documents come whole", async () => {
    const [first] = await rows.page({ index: "byN", limit: 1 });
    assert.equal(first?.document, sorted[0]?.document);
    assert.match(first?.position ?? "", /^\d{20}$/);
  });
  test("leading fields may be fixed", async () => {
    const odd = expected(({ document }) => document.group === "odd");
    const query = { index: "byGroup", equals: ["odd"], limit: 9 };
    assert.equal(await all(query, ["group", "n"]), odd);
    assert.equal(await all({ ...query, descending: true }, ["group", "n"]), [...odd].reverse());
    assert.equal(await all({ ...query, equals: ["od"] }, ["group", "n"]), []);
    const both = { index: "byGroup", equals: ["even", 3], limit: 2 };
    const found = expected(({ document }) => document.group === "even" && document.n === 3);
    assert.equal(await all(both, ["group", "n"]), found);
    assert.equal(await all({ ...both, descending: true }, ["group", "n"]), found.reverse());
  });
  const bounds = [
    ["from", { from: 4 }],
    ["to", { to: -3 }],
    ["both", { from: -2, to: 6 }],
    ["one value", { from: 6, to: 6 }],
    ["nothing between", { from: 6, to: 5 }],
    ["beyond the end", { from: 1e3 }]
  ];
  for (const [what, bound] of bounds) {
    const within = (n) => n >= (bound.from ?? -Infinity) && n <= (bound.to ?? Infinity);
    test(`bounds are inclusive: ${what}`, async () => {
      const inside = expected(({ document }) => within(document.n));
      assert.equal(await all({ index: "byN", ...bound, limit: 4 }, ["n"]), inside);
      assert.equal(
        await all({ index: "byN", ...bound, limit: 4, descending: true }, ["n"]),
        [...inside].reverse()
      );
      const even = expected(({ document }) => document.group === "even" && within(document.n));
      const query = { index: "byGroup", equals: ["even"], ...bound, limit: 4 };
      assert.equal(await all(query, ["group", "n"]), even);
      assert.equal(await all({ ...query, descending: true }, ["group", "n"]), [...even].reverse());
    });
  }
  test("a cursor may name a place where nothing stands", async () => {
    const after = { values: [2.5], key: "anything" };
    const behind = expected(({ document }) => document.n > 2.5);
    const before = expected(({ document }) => document.n < 2.5).reverse();
    assert.equal(await all({ index: "byN", after, limit: 50 }, ["n"]), behind);
    assert.equal(await all({ index: "byN", after, limit: 50, descending: true }, ["n"]), before);
    const between = { values: [0], key: "k100+" };
    assert.equal(
      await all({ index: "byN", after: between, limit: 50 }, ["n"]),
      expected(({ key, document }) => document.n > 0 || document.n === 0 && key > "k100+")
    );
  });
  for (const descending of [false, true]) {
    test(`pages stand still while rows come and go (descending: ${descending})`, async () => {
      const collection = await freshCollection(opened.subject, { byN: ["n"] });
      const keys = Array.from({ length: 100 }, (_, n) => `k${String(n).padStart(3, "0")}`);
      await collection.writeMany(keys.map((key, n) => ({ key, position: at(1), document: { n } })));
      let added = 0;
      const seen = await all({ index: "byN", limit: 10, descending }, ["n"], collection, async () => {
        added++;
        await collection.writeMany([
          // One before everything, one behind everything, one removed that was passed already.
          { key: `low${added}`, position: at(1), document: { n: -added } },
          { key: `high${added}`, position: at(1), document: { n: 1e3 + added } },
          {
            key: descending ? `k${String(100 - added).padStart(3, "0")}` : `k00${added - 1}`,
            position: at(2),
            document: null
          }
        ]);
      });
      const old = seen.filter((key) => key.startsWith("k"));
      assert.equal(old, descending ? [...keys].reverse() : keys);
      assert.is(new Set(seen).size, seen.length);
    });
  }
  test.run();
}
export {
  pageContract
};
//# sourceMappingURL=pages.js.map
