// test/contract/eventStore/append.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { BEGINNING } from "../../../src/events/event.js";
import {
  AppendTooLarge,
  MAX_APPEND_BYTES,
  RevisionConflict
} from "../../../src/ports/eventStore.js";
import { freshStream, idsOf, newEvent, numbered, rejection } from "./events.js";
function appendContract(name, factory) {
  const test = suite(name);
  let opened;
  let store;
  test.before(async () => {
    opened = await factory();
    store = opened.subject;
  });
  test.after(() => opened.destroy());
  test("revisions count from 0 within a stream", async () => {
    const stream = freshStream();
    assert.is((await store.append(stream, "no-stream", [newEvent()])).revision, 0);
    assert.is((await store.append(stream, 0, [newEvent()])).revision, 1);
    assert.is((await store.append(stream, 1, numbered(3))).revision, 4);
    const revisions = (await store.readStream(stream)).map(({ revision }) => revision);
    assert.equal(revisions, [0, 1, 2, 3, 4]);
  });
  test("the answer carries the position of the last event", async () => {
    const stream = freshStream();
    const first = await store.append(stream, "no-stream", numbered(3));
    const second = await store.append(stream, 2, [newEvent()]);
    const positions = (await store.readStream(stream)).map(({ position }) => position);
    assert.is(positions[2], first.position);
    assert.is(positions[3], second.position);
  });
  test("positions are twenty digits and ascend with the log", async () => {
    const stream = freshStream();
    await store.append(stream, "no-stream", numbered(3));
    await store.append(freshStream(), "no-stream", numbered(2));
    await store.append(stream, 2, numbered(2));
    const positions = (await store.readStream(stream)).map(({ position }) => position);
    for (const position of positions) assert.match(position, /^\d{20}$/);
    assert.ok(positions.every((position, at) => position > (positions[at - 1] ?? BEGINNING)));
  });
  test("events come back as they were given", async () => {
    const stream = freshStream();
    const data = {
      text: 'Zo\xEB \u{1D4B3} \0 \uD800 \uDC00 "quoted" \\ \u2028',
      numbers: [0, -1.5, 1e21, Number.MAX_SAFE_INTEGER],
      nested: { list: [null, true, false, {}, []], empty: "" },
      ...JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')
    };
    const events = [newEvent(data), newEvent("a text"), newEvent(null), newEvent([1])];
    await store.append(stream, "no-stream", events);
    const read = await store.readStream(stream);
    assert.is(JSON.stringify(read[0]?.data), JSON.stringify(data));
    read.forEach((event, at) => {
      const given = events[at];
      assert.is(event.id, given?.id);
      assert.is(event.type, given?.type);
      assert.is(event.stream, stream);
      assert.equal(event.metadata, given?.metadata);
      if (at > 0) assert.equal(event.data, given?.data);
    });
  });
  test("a large event comes back whole", async () => {
    const stream = freshStream();
    const text = "\xE9\u20AC\u{1F600}".repeat(1e5);
    await store.append(stream, "no-stream", [newEvent({ text })]);
    assert.equal((await store.readStream(stream))[0]?.data, { text });
  });
  test("one id may stand in two streams", async () => {
    const [one, two] = [freshStream(), freshStream()];
    const event = newEvent();
    await store.append(one, "no-stream", [event]);
    await store.append(two, "no-stream", [event]);
    assert.is((await store.readStream(two)).length, 1);
  });
  test("a stream whose name begins like another is another", async () => {
    const stream = freshStream();
    await store.append(stream, "no-stream", numbered(2));
    await store.append(`${stream}0`, "no-stream", [newEvent()]);
    assert.is((await store.readStream(stream)).length, 2);
    assert.is((await store.readStream(`${stream}0`)).length, 1);
    assert.is((await store.readStream(stream.slice(0, -1))).length, 0);
  });
  test("an append just below the limit is taken", async () => {
    const stream = freshStream();
    await store.append(stream, "no-stream", [newEvent({ text: "x".repeat(MAX_APPEND_BYTES - 2e3) })]);
    assert.is((await store.readStream(stream)).length, 1);
  });
  const tooLarge = [
    ["one event", () => ["x".repeat(MAX_APPEND_BYTES)]],
    ["the sum of its events", () => Array.from({ length: 3 }, () => "x".repeat(4e5))],
    ["bytes, not characters", () => ["\u20AC".repeat(4e5)]]
  ];
  for (const [what, make] of tooLarge) {
    test(`an append above the limit is refused before anything is written: ${what}`, async () => {
      const stream = freshStream();
      const events = make().map((text) => newEvent({ text }));
      const error = await rejection(store.append(stream, "no-stream", events));
      assert.instance(error, AppendTooLarge);
      assert.ok(error.bytes > MAX_APPEND_BYTES);
      assert.equal(await store.readStream(stream), []);
      await store.append(stream, "no-stream", [newEvent()]);
    });
  }
  test("an append of nothing is a defect", async () => {
    const error = await rejection(store.append(freshStream(), "no-stream", []));
    assert.instance(error, Error);
    assert.not.instance(error, RevisionConflict);
  });
  test("data that JSON cannot hold is a defect", async () => {
    const stream = freshStream();
    for (const data of [{ n: 1n }, void 0]) {
      assert.instance(await rejection(store.append(stream, "no-stream", [{ ...newEvent(), data }])), Error);
    }
    assert.equal(await store.readStream(stream), []);
  });
  test("many appends in flight are all kept, each where its answer says", async () => {
    const streams = Array.from({ length: 300 }, () => freshStream());
    const answers = await Promise.all(
      streams.map((stream, n) => store.append(stream, "no-stream", [newEvent({ n })]))
    );
    assert.is(new Set(answers.map(({ position }) => position)).size, 300);
    for (const [n, stream] of streams.entries()) {
      const read = await store.readStream(stream);
      assert.equal(read[0]?.data, { n });
      assert.is(read[0]?.position, answers[n]?.position);
    }
  });
  test("another client sees what was answered", async () => {
    if (opened.second === void 0) return;
    const stream = freshStream();
    const other = await opened.second();
    const events = numbered(2);
    await store.append(stream, "no-stream", events);
    assert.equal(idsOf(await other.readStream(stream)), idsOf(events));
    await other.append(stream, 1, [newEvent()]);
    assert.is((await store.readStream(stream)).length, 3);
  });
  test("what was answered is there after a restart", async () => {
    if (opened.reopen === void 0) return;
    const stream = freshStream();
    const events = numbered(5);
    const answer = await store.append(stream, "no-stream", events);
    store = await opened.reopen();
    const read = await store.readStream(stream);
    assert.equal(idsOf(read), idsOf(events));
    assert.is(read.at(-1)?.position, answer.position);
    assert.is((await store.append(stream, 4, [newEvent()])).revision, 5);
  });
  test.run();
}
export {
  appendContract
};
//# sourceMappingURL=append.js.map
