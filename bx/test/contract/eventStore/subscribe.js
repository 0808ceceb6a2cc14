// test/contract/eventStore/subscribe.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { BEGINNING } from "../../../src/events/event.js";
import { collect, fill, freshStream, idsOf, newEvent, numbered } from "./events.js";
function subscribeContract(name, factory, { catchUpEvents = 1e4 }) {
  const test = suite(name);
  let opened;
  let store;
  test.before(async () => {
    opened = await factory();
    store = opened.subject;
  });
  test.after(() => opened.destroy());
  const count = (wanted) => (events) => events.length >= wanted;
  const breath = () => new Promise((resolve) => setImmediate(resolve));
  test("it catches up and goes on live, while appends go on, without gap or repeat", async () => {
    const after = await store.head();
    const ids = new Set(await fill(store, freshStream(), catchUpEvents));
    const writing = { on: true };
    const write = async () => {
      const stream = freshStream();
      for (let n = 0; writing.on && n < 5e3; n++) {
        const event = newEvent({ n });
        ids.add(event.id);
        await store.append(stream, n === 0 ? "no-stream" : n - 1, [event]);
      }
    };
    const writers = Promise.all([write(), write(), write()]);
    const seen = await collect(store, { after }, (events) => {
      if (events.length >= catchUpEvents + 200) writing.on = false;
      return !writing.on && events.length >= ids.size;
    });
    await writers;
    assert.is(seen.length, ids.size);
    assert.equal(new Set(idsOf(seen)), ids);
    assert.ok(seen.every(({ position }, at) => position > (seen[at - 1]?.position ?? after)));
  });
  test("it starts behind the given position", async () => {
    const after = await store.head();
    const events = numbered(10);
    await store.append(freshStream(), "no-stream", events);
    const all = await collect(store, { after }, count(10));
    assert.equal(idsOf(all), idsOf(events));
    const from = all[5]?.position ?? BEGINNING;
    assert.equal(idsOf(await collect(store, { after: from }, count(4))), idsOf(events.slice(6)));
  });
  test("from the head it sees only what is appended afterwards", async () => {
    await store.append(freshStream(), "no-stream", numbered(3));
    const after = await store.head();
    const seen = collect(store, { after }, count(2));
    await breath();
    const events = numbered(2);
    await store.append(freshStream(), "no-stream", events);
    assert.equal(idsOf(await seen), idsOf(events));
  });
  test("only the asked types come, in catching up and live", async () => {
    const after = await store.head();
    const stream = freshStream();
    const mixed = (from) => Array.from({ length: 300 }, (_, at) => newEvent({ n: from + at }, at % 3 === 0 ? "Heard" : "HeardNot"));
    const first = mixed(0);
    await store.append(stream, "no-stream", first);
    const seen = collect(store, { after, types: ["Heard", "NeverHappens"] }, count(200));
    await breath();
    const second = mixed(300);
    await store.append(stream, 299, second);
    const heard = [...first, ...second].filter(({ type }) => type === "Heard");
    assert.equal(idsOf(await seen), idsOf(heard));
  });
  test("batches carry ascending positions, and say truly when they are caught up", async () => {
    const after = await store.head();
    await fill(store, freshStream(), 2500);
    const stop = new AbortController();
    let at = after;
    let events = 0;
    for await (const batch of store.subscribe({ after, signal: stop.signal })) {
      assert.ok(batch.position > at || batch.position === at && batch.events.length === 0);
      assert.ok(batch.events.every(({ position }) => position > at && position <= batch.position));
      at = batch.position;
      events += batch.events.length;
      if (batch.caughtUp) assert.is(events, 2500, "caught up means that nothing is left");
      if (events === 2500) stop.abort();
    }
    assert.is(events, 2500);
    assert.is(at, await store.head());
  });
  test("a slow reader gets everything", async () => {
    const after = await store.head();
    const stream = freshStream();
    const ids = await fill(store, stream, 1e3);
    const stop = new AbortController();
    const seen = [];
    for await (const { events } of store.subscribe({ after, signal: stop.signal })) {
      if (seen.length === 0) {
        for (let n = 1e3; n < 1050; n++) {
          const event = newEvent({ n });
          await store.append(stream, n - 1, [event]);
          ids.push(event.id);
        }
      }
      seen.push(...idsOf(events));
      if (seen.length >= 1050) stop.abort();
    }
    assert.equal(seen, ids);
  });
  test("two subscriptions go their own ways", async () => {
    const after = await store.head();
    const events = [...numbered(200, "One"), ...numbered(100, "Two")];
    const all = collect(store, { after }, count(300));
    const some = collect(store, { after, types: ["Two"] }, count(100));
    await store.append(freshStream(), "no-stream", events);
    assert.equal(idsOf(await some), idsOf(events.slice(200)));
    assert.equal(idsOf(await all), idsOf(events));
  });
  test("the signal ends it without an error: before it began", async () => {
    const after = await store.head();
    await store.append(freshStream(), "no-stream", numbered(3));
    for await (const _ of store.subscribe({ after, signal: AbortSignal.abort() })) assert.unreachable();
  });
  test("the signal ends it without an error: while it waits", async () => {
    const stop = new AbortController();
    const after = await store.head();
    const ended = (async () => {
      for await (const { events } of store.subscribe({ after, signal: stop.signal }))
        assert.equal(events, []);
    })();
    for (let turn = 0; turn < 20; turn++) await breath();
    stop.abort();
    await ended;
  });
  test("the signal ends it without an error: while it catches up", async () => {
    const after = await store.head();
    await fill(store, freshStream(), 5e3);
    const stop = new AbortController();
    let batches = 0;
    for await (const _ of store.subscribe({ after, signal: stop.signal })) {
      batches++;
      stop.abort();
    }
    assert.is(batches, 1);
  });
  test("it may be left, and taken up again where it was left", async () => {
    const after = await store.head();
    const ids = await fill(store, freshStream(), 2e3);
    const stop = new AbortController();
    const seen = [];
    for (let at = after; seen.length < 2e3; ) {
      for await (const batch of store.subscribe({ after: at, signal: stop.signal })) {
        seen.push(...idsOf(batch.events));
        at = batch.position;
        break;
      }
    }
    stop.abort();
    assert.equal(seen, ids);
  });
  test("it sees what another client appends", async () => {
    if (opened.second === void 0) return;
    const other = await opened.second();
    const after = await store.head();
    const ids = [];
    const seen = collect(store, { after }, count(30));
    const stream = freshStream();
    for (let n = 0; n < 30; n++) {
      const event = newEvent({ n });
      ids.push(event.id);
      await other.append(stream, n === 0 ? "no-stream" : n - 1, [event]);
    }
    assert.equal(idsOf(await seen), ids);
  });
  test.run();
}
export {
  subscribeContract
};
//# sourceMappingURL=subscribe.js.map
