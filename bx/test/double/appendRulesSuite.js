// test/double/appendRulesSuite.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { event, fault, freshStream, openBare } from "./bare.js";
var LIMIT_BYTES = 1048576;
function measuredAppendRules(name, start) {
  const test = suite(name);
  let bare;
  test.before(async () => {
    bare = await openBare(start);
  });
  test.after(() => bare.close());
  test("a conflict tells the actual revision", async () => {
    const name2 = freshStream();
    const first = await fault(bare.client.appendToStream(name2, event(), { expectedRevision: 3n }));
    assert.is(first.type, "wrong-expected-version");
    assert.is(first.actualVersion, "no_stream");
    await bare.append(name2, "no_stream", event(), event());
    const second = await fault(bare.client.appendToStream(name2, event(), { expectedRevision: "no_stream" }));
    assert.equal([second.type, second.actualVersion], ["wrong-expected-version", 1n]);
    assert.is((await bare.readIds(name2)).length, 2);
  });
  test("positions are those of the events, ascend with gaps, commit and prepare alike", async () => {
    const name2 = freshStream();
    const { position } = await bare.append(name2, "no_stream", event(), event(), event());
    const found = [];
    for await (const { event: event2 } of bare.client.readStream(name2))
      if (event2?.position) found.push(event2.position);
    assert.equal(found[2], position);
    assert.is(position.commit, position.prepare);
    for (const [at, one] of found.entries())
      assert.ok(at === 0 || one.commit > (found[at - 1]?.commit ?? 0n) + 1n);
  });
  test("a repeated append answers as the first did and writes nothing, a prefix too", async () => {
    for (const after of ["later events", "a restart"]) {
      const name2 = freshStream();
      const events = [event(), event(), event()];
      const first = await bare.append(name2, "no_stream", ...events);
      await bare.append(name2, 2n, event());
      if (after === "a restart") {
        if (!await bare.restart()) return;
      }
      assert.equal((await bare.append(name2, "no_stream", ...events)).position, first.position);
      assert.is((await bare.append(name2, "no_stream", ...events.slice(0, 2))).nextExpectedRevision, 1n);
      assert.is(
        (await fault(bare.append(name2, "no_stream", ...events.slice(1)))).type,
        "wrong-expected-version"
      );
      assert.is(
        (await fault(bare.append(name2, "no_stream", ...events, event()))).type,
        "wrong-expected-version"
      );
      assert.is((await bare.readIds(name2)).length, 4);
    }
  });
  test("the same id at another explicit revision is written again", async () => {
    const name2 = freshStream();
    const once = event();
    await bare.append(name2, "no_stream", once);
    assert.is((await bare.append(name2, 0n, once)).nextExpectedRevision, 1n);
    assert.is((await bare.readIds(name2)).length, 2);
  });
  test("under 'any' a repetition is known, but not after a restart", async () => {
    const name2 = freshStream();
    const once = event();
    await bare.client.appendToStream(name2, once, { expectedRevision: "any" });
    await bare.client.appendToStream(name2, once, { expectedRevision: "any" });
    assert.is((await bare.readIds(name2)).length, 1);
    if (!await bare.restart()) return;
    await bare.client.appendToStream(name2, once, { expectedRevision: "any" });
    assert.is((await bare.readIds(name2)).length, 2);
  });
  test("an append may hold the limit and no more, in one event or summed up", async () => {
    const counted = (await bare.serverVersion()).startsWith("23.") ? 0 : 2 * "Large".length;
    const bytes = LIMIT_BYTES - counted - '{"text":""}'.length;
    await bare.append(freshStream(), "no_stream", event("Large", "x".repeat(bytes)));
    const name2 = freshStream();
    const tooMuch = [
      [event("Large", "x".repeat(bytes + 1))],
      [1, 2, 3].map(() => event("Large", "x".repeat(4e5)))
    ];
    for (const events of tooMuch) {
      assert.is(
        (await fault(bare.append(name2, "no_stream", ...events))).type,
        "maximum-append-size-exceeded"
      );
    }
    assert.is((await fault(bare.readIds(name2))).type, "stream-not-found");
  });
  test("no events on a new stream succeed and store nothing", async () => {
    const name2 = freshStream();
    await bare.client.appendToStream(name2, [], { expectedRevision: "no_stream" });
    assert.is((await fault(bare.readIds(name2))).type, "stream-not-found");
  });
  test("a deleted stream is missing and goes on counting, a tombstoned one is gone", async () => {
    const name2 = freshStream();
    await bare.append(name2, "no_stream", event(), event());
    await bare.client.deleteStream(name2);
    assert.is((await fault(bare.readIds(name2))).type, "stream-not-found");
    assert.is((await bare.append(name2, "no_stream", event())).nextExpectedRevision, 2n);
    await bare.client.tombstoneStream(name2);
    assert.is((await fault(bare.readIds(name2))).type, "stream-deleted");
    assert.is((await fault(bare.append(name2, 2n, event()))).type, "stream-deleted");
  });
  test("what began a deleted stream again is not recognised, what was deleted is, without its place", async () => {
    const name2 = freshStream();
    const [deleted, renewed] = [event(), event()];
    await bare.append(name2, "no_stream", deleted);
    await bare.client.deleteStream(name2);
    const noStream = { expectedRevision: "no_stream" };
    const again = await bare.client.appendToStream(name2, deleted, noStream);
    assert.equal([again.nextExpectedRevision, again.position], [0n, void 0]);
    const conflict = await fault(bare.client.appendToStream(name2, event(), { expectedRevision: 5n }));
    assert.is(conflict.actualVersion, 0n);
    await bare.append(name2, "no_stream", renewed);
    assert.is(
      (await fault(bare.client.appendToStream(name2, renewed, noStream))).type,
      "wrong-expected-version"
    );
    assert.is((await bare.readIds(name2)).length, 1);
  });
  test.run();
}
export {
  measuredAppendRules
};
//# sourceMappingURL=appendRulesSuite.js.map
