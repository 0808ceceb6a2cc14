// test/contract/eventStore/retry.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { RevisionConflict } from "../../../src/ports/eventStore.js";
import { freshStream, idsOf, newEvent, numbered, rejection } from "./events.js";
function retryContract(name, factory) {
  const test = suite(name);
  let opened;
  let store;
  test.before(async () => {
    opened = await factory();
    store = opened.subject;
  });
  test.after(() => opened.destroy());
  const starts = [
    ["on a new stream", "no-stream"],
    ["at a revision", 1]
  ];
  for (const [where, expected] of starts) {
    const begin = async () => {
      const stream = freshStream();
      if (expected !== "no-stream") await store.append(stream, "no-stream", numbered(2));
      const events = numbered(3);
      const answer = await store.append(stream, expected, events);
      return { stream, events, answer, length: answer.revision + 1 };
    };
    const stays = async (stream, length) => assert.is((await store.readStream(stream)).length, length);
    test(`the repetition answers as the first did: ${where}`, async () => {
      const { stream, events, answer, length } = await begin();
      assert.equal(await store.append(stream, expected, events), answer);
      assert.equal(await store.append(stream, expected, structuredClone(events)), answer);
      await stays(stream, length);
    });
    test(`also with later events present: ${where}`, async () => {
      const { stream, events, answer, length } = await begin();
      await store.append(stream, answer.revision, numbered(2));
      assert.equal(await store.append(stream, expected, events), answer);
      await stays(stream, length + 2);
    });
    test(`also after a restart: ${where}`, async () => {
      if (opened.reopen === void 0) return;
      const { stream, events, answer, length } = await begin();
      store = await opened.reopen();
      assert.equal(await store.append(stream, expected, events), answer);
      await stays(stream, length);
    });
    test(`also from another client: ${where}`, async () => {
      if (opened.second === void 0) return;
      const { stream, events, answer, length } = await begin();
      const other = await opened.second();
      assert.equal(await other.append(stream, expected, events), answer);
      await stays(stream, length);
    });
    test(`a prefix of the first append is known too: ${where}`, async () => {
      const { stream, events, answer, length } = await begin();
      const read = await store.readStream(stream);
      for (const kept of [1, 2]) {
        const repeated = await store.append(stream, expected, events.slice(0, kept));
        assert.is(repeated.revision, answer.revision - 3 + kept);
        assert.is(repeated.position, read[repeated.revision]?.position);
      }
      await stays(stream, length);
    });
    const others = [
      ["a suffix", (events) => events.slice(1)],
      ["a superset", (events) => [...events, newEvent()]],
      ["another order", (events) => [...events].reverse()],
      ["one other id", (events) => [...events.slice(0, 2), newEvent()]],
      ["other ids", () => numbered(3)]
    ];
    for (const [what, change] of others) {
      test(`${what} is no repetition: ${where}`, async () => {
        const { stream, events, answer, length } = await begin();
        const error = await rejection(store.append(stream, expected, change(events)));
        assert.instance(error, RevisionConflict);
        assert.is(error.actual, answer.revision);
        await stays(stream, length);
      });
    }
    test(`repetitions at once are one append with one answer: ${where}`, async () => {
      const stream = freshStream();
      if (expected !== "no-stream") await store.append(stream, "no-stream", numbered(2));
      const before = (await store.readStream(stream)).length;
      const events = numbered(2);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => store.append(stream, expected, events))
      );
      for (const answer of answers) assert.equal(answer, answers[0]);
      const read = await store.readStream(stream);
      assert.equal(idsOf(read.slice(before)), idsOf(events));
      assert.is(read.at(-1)?.position, answers[0]?.position);
    });
  }
  test("the first of several appends stays known", async () => {
    const stream = freshStream();
    const first = [newEvent()];
    const answer = await store.append(stream, "no-stream", first);
    await store.append(stream, 0, numbered(2));
    assert.equal(await store.append(stream, "no-stream", first), answer);
    assert.is((await store.readStream(stream)).length, 3);
  });
  test.run();
}
export {
  retryContract
};
//# sourceMappingURL=retry.js.map
