// test/contract/documents/guard.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { at, freshCollection, freshName, keysOf } from "./collections.js";
function guardContract(name, factory) {
  const test = suite(name);
  let opened;
  let documents;
  test.before(async () => {
    opened = await factory();
    documents = opened.subject;
  });
  test.after(() => opened.destroy());
  test("a document comes back with key and position", async () => {
    const collection = await freshCollection(documents);
    const document = {
      text: 'Zo\xEB \u{1D4B3} "quoted" \\ \u2028',
      numbers: [0, -1.5, Number.MAX_SAFE_INTEGER],
      nested: { list: [null, true, {}, []] },
      nothing: null
    };
    await collection.writeMany([{ key: "a", position: at(7), document }]);
    assert.equal(await collection.get("a"), { key: "a", position: at(7), document });
    assert.is(await collection.get("b"), null);
  });
  test("only a later position is written", async () => {
    const collection = await freshCollection(documents);
    const write = (n, value) => collection.writeMany([{ key: "a", position: at(n), document: { value } }]);
    await write(5, "fifth");
    await write(4, "older");
    await write(5, "same");
    assert.equal(await collection.get("a"), { key: "a", position: at(5), document: { value: "fifth" } });
    await write(6, "sixth");
    assert.equal((await collection.get("a"))?.document, { value: "sixth" });
  });
  test("of racing writers the one who folded further wins", async () => {
    const collection = await freshCollection(documents, { byN: ["n"] });
    const order = Array.from({ length: 60 }, (_, n) => n * 37 % 60 + 1);
    await Promise.all(
      order.map((n) => collection.writeMany([{ key: "a", position: at(n), document: { n } }]))
    );
    assert.equal(await collection.get("a"), { key: "a", position: at(60), document: { n: 60 } });
    assert.equal(await collection.page({ index: "byN", limit: 10 }), [
      { key: "a", position: at(60), document: { n: 60 } }
    ]);
  });
  test("racing writers of several clients too", async () => {
    if (opened.second === void 0) return;
    const definition = { name: freshName(), indexes: {} };
    const one = await documents.collection(definition);
    const two = await (await opened.second()).collection(definition);
    await Promise.all(
      Array.from(
        { length: 40 },
        (_, n) => (n % 2 === 0 ? one : two).writeMany([
          { key: "a", position: at(n * 7 % 40 + 1), document: { n: n * 7 % 40 + 1 } }
        ])
      )
    );
    assert.equal((await one.get("a"))?.document, { n: 40 });
    assert.equal((await two.get("a"))?.document, { n: 40 });
  });
  test("a forgotten document never was: any position is written again", async () => {
    const collection = await freshCollection(documents, { byN: ["n"] });
    for (const [key, document] of Object.entries({ a: { n: 1 }, b: null, c: { n: 3 } }))
      await collection.writeMany([{ key, position: at(5), document }]);
    await collection.forget(["a", "b", "never"]);
    assert.equal([...(await collection.getForFold(["a", "b", "c"])).keys()], ["c"]);
    assert.equal(keysOf(await collection.page({ index: "byN", limit: 10 })), ["c"]);
    await collection.writeMany([{ key: "a", position: at(1), document: { n: 1 } }]);
    assert.equal(await collection.get("a"), { key: "a", position: at(1), document: { n: 1 } });
    await collection.forget([]);
  });
  test("each write of a call is guarded by itself", async () => {
    const collection = await freshCollection(documents);
    await collection.writeMany([{ key: "a", position: at(5), document: { n: 5 } }]);
    await collection.writeMany([
      { key: "a", position: at(3), document: { n: 3 } },
      { key: "b", position: at(3), document: { n: 3 } }
    ]);
    assert.equal((await collection.get("a"))?.document, { n: 5 });
    assert.equal((await collection.get("b"))?.document, { n: 3 });
    await collection.writeMany([]);
  });
  test("a removed document is gone, but its position stays", async () => {
    const collection = await freshCollection(documents, { byN: ["n"] });
    await collection.writeMany([{ key: "a", position: at(1), document: { n: 1 } }]);
    await collection.writeMany([{ key: "a", position: at(3), document: null }]);
    assert.is(await collection.get("a"), null);
    assert.is((await collection.getMany(["a"])).size, 0);
    assert.equal(await collection.page({ index: "byN", limit: 10 }), []);
    for await (const _ of collection.scan()) assert.unreachable();
    assert.equal((await collection.getForFold(["a"])).get("a"), { position: at(3), document: null });
    await collection.writeMany([{ key: "a", position: at(2), document: { n: 2 } }]);
    assert.is(await collection.get("a"), null);
    await collection.writeMany([{ key: "a", position: at(4), document: { n: 4 } }]);
    assert.equal((await collection.get("a"))?.document, { n: 4 });
  });
  test("removing what never was leaves a position too", async () => {
    const collection = await freshCollection(documents);
    await collection.writeMany([{ key: "a", position: at(3), document: null }]);
    await collection.writeMany([{ key: "a", position: at(2), document: { n: 2 } }]);
    assert.is(await collection.get("a"), null);
  });
  test("many are looked up at once, the missing ones left out", async () => {
    const collection = await freshCollection(documents);
    const keys = Array.from({ length: 1500 }, (_, n) => `key${n}`);
    await collection.writeMany(
      keys.map((key, n) => ({ key, position: at(n + 1), document: n % 3 === 0 ? null : { n } }))
    );
    const found = await collection.getMany([...keys, "absent"]);
    assert.is(found.size, 1e3);
    assert.equal(found.get("key4"), { key: "key4", position: at(5), document: { n: 4 } });
    const fold = await collection.getForFold([...keys, "absent"]);
    assert.is(fold.size, 1500);
    assert.equal(fold.get("key3"), { position: at(4), document: null });
    assert.equal(fold.get("key4"), { position: at(5), document: { n: 4 } });
    assert.is((await collection.getMany([])).size, 0);
    assert.is((await collection.getForFold([])).size, 0);
  });
  test("keys may be any text", async () => {
    const collection = await freshCollection(documents);
    const keys = ["a", "A", "a/b c", "a.b", "$a", "Zo\xEB", "\u{1D4B3}", "1", "x".repeat(500), "__proto__"];
    await collection.writeMany(keys.map((key, n) => ({ key, position: at(n + 1), document: { n } })));
    for (const [n, key] of keys.entries())
      assert.equal(await collection.get(key), { key, position: at(n + 1), document: { n } });
    const scanned = [];
    for await (const { key } of collection.scan()) scanned.push(key);
    assert.equal(new Set(scanned), new Set(keys));
  });
  test("what was handed out or in is nobody else\u2019s", async () => {
    const collection = await freshCollection(documents);
    const document = { list: [1] };
    await collection.writeMany([{ key: "a", position: at(1), document }]);
    document.list.push(2);
    const read = await collection.get("a");
    read?.document.list?.push(3);
    assert.equal((await collection.get("a"))?.document, { list: [1] });
  });
  test("a scan gives every document in key order", async () => {
    const collection = await freshCollection(documents);
    const keys = Array.from({ length: 2500 }, (_, n) => `k${String(n * 7919 % 2500).padStart(5, "0")}`);
    for (let from = 0; from < keys.length; from += 500) {
      await collection.writeMany(
        keys.slice(from, from + 500).map((key, n) => ({ key, position: at(from + n + 1), document: { key } }))
      );
    }
    const scanned = [];
    for await (const stored of collection.scan()) {
      assert.equal(stored.document, { key: stored.key });
      scanned.push(stored.key);
    }
    assert.equal(scanned, [...keys].sort());
  });
  test("collections are apart, listed, and dropped with all that is in them", async () => {
    const definition = { name: freshName(), indexes: { byN: ["n"] } };
    const collection = await documents.collection(definition);
    const other = await freshCollection(documents);
    await collection.writeMany([{ key: "a", position: at(9), document: { n: 1 } }]);
    assert.is(await other.get("a"), null);
    assert.ok((await documents.list()).includes(definition.name));
    await documents.drop(definition.name);
    assert.not((await documents.list()).includes(definition.name));
    const again = await documents.collection(definition);
    assert.is(await again.get("a"), null);
    assert.equal(await again.page({ index: "byN", limit: 5 }), []);
    await again.writeMany([{ key: "a", position: at(2), document: { n: 2 } }]);
    assert.equal(keysOf(await again.page({ index: "byN", limit: 5 })), ["a"]);
    await documents.drop(freshName());
  });
  test("a collection put in the place of another is what anyone who has that open finds from then on", async () => {
    const definition = { name: freshName(), indexes: { byN: ["n"] } };
    const next = { ...definition, name: `${definition.name}_next` };
    const live = await documents.collection(definition);
    await live.writeMany([
      { key: "a", position: at(5), document: { n: 5 } },
      { key: "gone", position: at(5), document: { n: 6 } }
    ]);
    const fresh = await documents.collection(next);
    await fresh.writeMany([
      { key: "a", position: at(3), document: { n: 3 } },
      { key: "b", position: at(4), document: { n: 4 } }
    ]);
    assert.is((await live.get("a"))?.position, at(5), "nothing is seen of it before");
    await documents.replace([{ name: definition.name, by: next.name }]);
    assert.equal((await live.get("a"))?.document, { n: 3 });
    assert.is(await live.get("gone"), null);
    assert.equal(keysOf(await live.page({ index: "byN", limit: 5 })), ["a", "b"]);
    await live.writeMany([{ key: "a", position: at(4), document: { n: 9 } }]);
    assert.equal(keysOf(await live.page({ index: "byN", limit: 5 })), ["b", "a"]);
    const again = await documents.collection(definition);
    assert.is((await again.get("a"))?.position, at(4));
    const names = await documents.list();
    assert.ok(names.includes(definition.name));
    assert.not(names.includes(next.name));
  });
  test("a collection may be put where there is none yet", async () => {
    const [name2, next] = [freshName(), freshName()];
    const fresh = await documents.collection({ name: next, indexes: {} });
    await fresh.writeMany([{ key: "a", position: at(1), document: { n: 1 } }]);
    await documents.replace([{ name: name2, by: next }]);
    const live = await documents.collection({ name: name2, indexes: {} });
    assert.equal((await live.get("a"))?.document, { n: 1 });
  });
  test("several are put in their places by one call, again and again", async () => {
    const definitions = [freshName(), freshName()].map((name2) => ({ name: name2, indexes: { byN: ["n"] } }));
    const live = await Promise.all(definitions.map((definition) => documents.collection(definition)));
    for (let round = 1; round <= 3; round++) {
      for (const definition of definitions) {
        const next = await documents.collection({ ...definition, name: `${definition.name}_next` });
        await next.writeMany([{ key: `k${round}`, position: at(1), document: { n: round } }]);
      }
      await documents.replace([
        ...definitions.map(({ name: name2 }) => ({ name: name2, by: `${name2}_next` })),
        { name: freshName(), by: freshName() }
      ]);
      for (const collection of live)
        assert.equal(keysOf(await collection.page({ index: "byN", limit: 5 })), [`k${round}`]);
    }
    await documents.replace([]);
  });
  test("opening a collection again finds its documents", async () => {
    const definition = { name: freshName(), indexes: { byN: ["n"] } };
    const collection = await documents.collection(definition);
    await collection.writeMany([{ key: "a", position: at(1), document: { n: 1 } }]);
    const again = await documents.collection(definition);
    assert.equal((await again.get("a"))?.document, { n: 1 });
    if (opened.reopen === void 0) return;
    documents = await opened.reopen();
    const later = await documents.collection(definition);
    assert.equal(keysOf(await later.page({ index: "byN", limit: 5 })), ["a"]);
    assert.ok((await documents.list()).includes(definition.name));
  });
  test.run();
}
export {
  guardContract
};
//# sourceMappingURL=guard.js.map
