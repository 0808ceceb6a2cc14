// test/contract/eventStore/conflict.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { RevisionConflict } from "../../../src/ports/eventStore.js";
import { freshStream, newEvent, numbered, rejection } from "./events.js";
function conflictContract(name, factory) {
  const test = suite(name);
  let opened;
  let store;
  test.before(async () => {
    opened = await factory();
    store = opened.subject;
  });
  test.after(() => opened.destroy());
  const conflictOf = async (stream, expected, events = [newEvent()]) => {
    const error = await rejection(store.append(stream, expected, events));
    assert.instance(error, RevisionConflict);
    return error;
  };
  const cases = [
    ["no stream expected, three events there", 3, "no-stream", 2],
    ["no stream expected, one event there", 1, "no-stream", 0],
    ["a revision expected, no stream there", 0, 0, null],
    ["a higher revision expected, no stream there", 0, 5, null],
    ["a lower revision expected", 3, 1, 2],
    ["the first revision expected, three events there", 3, 0, 2],
    ["a higher revision expected", 3, 3, 2],
    ["a much higher revision expected", 3, 1e6, 2]
  ];
  for (const [what, there, expected, actual] of cases) {
    test(`the conflict tells the actual revision: ${what}`, async () => {
      const stream = freshStream();
      if (there > 0) await store.append(stream, "no-stream", numbered(there));
      const conflict = await conflictOf(stream, expected);
      assert.is(conflict.actual, actual);
      assert.is(conflict.expected, expected);
      assert.is(conflict.stream, stream);
      assert.is((await store.readStream(stream)).length, there);
    });
  }
  test("a conflicting append of several events writes none of them", async () => {
    const stream = freshStream();
    await store.append(stream, "no-stream", numbered(2));
    await conflictOf(stream, 0, numbered(4));
    await conflictOf(stream, "no-stream", numbered(4));
    assert.is((await store.readStream(stream)).length, 2);
  });
  test("a conflict does not disturb appends beside it", async () => {
    const taken = freshStream();
    await store.append(taken, "no-stream", [newEvent()]);
    const streams = Array.from({ length: 40 }, () => freshStream());
    const outcomes = await Promise.allSettled(
      streams.map((stream, at) => store.append(at % 4 === 0 ? taken : stream, "no-stream", [newEvent()]))
    );
    assert.is(outcomes.filter(({ status }) => status === "fulfilled").length, 30);
    assert.is((await store.readStream(taken)).length, 1);
  });
  const races = [
    ["a new stream", 0, "no-stream"],
    ["an exact revision", 3, 2]
  ];
  for (const [what, there, expected] of races) {
    test(`of racing appends exactly one wins: ${what}`, async () => {
      const stream = freshStream();
      if (there > 0) await store.append(stream, "no-stream", numbered(there));
      const events = numbered(50);
      const outcomes = await Promise.allSettled(
        events.map((event) => store.append(stream, expected, [event]))
      );
      const won = outcomes.flatMap(({ status }, at) => status === "fulfilled" ? [events[at]?.id] : []);
      assert.is(won.length, 1);
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") continue;
        assert.instance(outcome.reason, RevisionConflict);
        assert.is(outcome.reason.actual, there);
      }
      const read = await store.readStream(stream);
      assert.is(read.length, there + 1);
      assert.is(read.at(-1)?.id, won[0]);
    });
  }
  test("writers that decide again after a conflict all get in, once each", async () => {
    const stream = freshStream();
    await store.append(stream, "no-stream", [newEvent()]);
    const events = numbered(20);
    await Promise.all(
      events.map(async (event) => {
        for (let expected = 0; ; ) {
          try {
            return await store.append(stream, expected, [event]);
          } catch (error) {
            if (!(error instanceof RevisionConflict)) throw error;
            expected = error.actual ?? 0;
          }
        }
      })
    );
    const read = await store.readStream(stream);
    assert.is(read.length, 21);
    assert.is(new Set(read.map(({ id }) => id)).size, 21);
    assert.equal(
      read.map(({ revision }) => revision),
      Array.from({ length: 21 }, (_, at) => at)
    );
  });
  test("of two clients racing exactly one wins", async () => {
    if (opened.second === void 0) return;
    const other = await opened.second();
    for (let round = 0; round < 20; round++) {
      const stream = freshStream();
      const outcomes = await Promise.allSettled(
        [store, other, store, other].map((client) => client.append(stream, "no-stream", [newEvent()]))
      );
      assert.is(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
      assert.is((await other.readStream(stream)).length, 1);
    }
  });
  test.run();
}
export {
  conflictContract
};
//# sourceMappingURL=conflict.js.map
