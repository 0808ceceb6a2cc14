// test/adapters/eventstoredb/pages.test.ts
import { Readable } from "node:stream";
import streams from "@eventstore/db-client/generated/streams_pb.js";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { outagesOf } from "../../../src/adapters/eventstoredb/open.js";
import { pageReader } from "../../../src/adapters/eventstoredb/pages.js";
import { positionAt } from "../../../src/adapters/position.js";
import { BEGINNING } from "../../../src/events/event.js";
import { manualClock } from "../../support/manualClock.js";
import { quietLog } from "../../support/quietLog.js";
import { noted, sessionWith } from "./fakeSession.js";
var test = suite("pages of EventStoreDB: what readers share");
function serverWith(count, text = "") {
  let events = count;
  const asked = [];
  const held = [];
  let holds = false;
  let subscriptions = 0;
  const session = sessionWith(({ from = 1, maxCount, isSubscription }) => {
    if (isSubscription) {
      subscriptions += 1;
      return Readable.from([
        noted(from + 1),
        new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())
      ]);
    }
    const last = Math.min(events, from + maxCount - 1);
    asked.push({ from, maxCount });
    const ready = holds ? new Promise((resolve) => held.push(resolve)) : Promise.resolve();
    const answers = async function* () {
      await ready;
      for (let n = from; n <= last; n++) yield noted(n, { text });
    };
    return Readable.from(answers());
  });
  const clock = manualClock();
  const context = {
    connection: { current: () => session, closed: false },
    leader: { refusal: () => null, answered: () => {
    }, failed: () => {
    } },
    outages: outagesOf(quietLog, clock),
    clock,
    deadlines: { callMs: 6e4, attemptMs: 6e4 }
  };
  return {
    asked,
    subscriptions: () => subscriptions,
    clock,
    read: pageReader(context),
    grow: () => events++,
    hold: () => {
      holds = true;
    },
    letGo: () => {
      holds = false;
      for (const answer of held.splice(0)) answer();
    }
  };
}
var place = (n) => positionAt(n);
test("consumers side by side share the reading of a full stretch", async () => {
  const { asked, read } = serverWith(5e3);
  const page = { after: BEGINNING, limit: 10, types: ["Noted"] };
  const [one, two] = await Promise.all([read(page), read(page)]);
  assert.equal(one, two);
  assert.is(one.events.length, 10);
  await read({ ...page, after: place(500) });
  assert.is(asked.length, 1);
});
test("who asks while another\u2019s read finds the end asks again: more may have been written since", async () => {
  const { read, hold, letGo, grow } = serverWith(3);
  const page = { after: BEGINNING, limit: 10, types: ["Noted"] };
  hold();
  const first = read(page);
  grow();
  const second = read(page);
  letGo();
  assert.is((await first).events.length, 3);
  const { events, position } = await second;
  assert.equal([events.length, position], [4, place(4)]);
  grow();
  assert.is((await read(page)).events.length, 5, "the end of the log is not cached");
});
test("all who ask while another\u2019s read finds the end share the next one", async () => {
  const { read, hold, letGo, grow, asked } = serverWith(3);
  const page = { after: BEGINNING, limit: 10, types: ["Noted"] };
  hold();
  const first = read(page);
  grow();
  const others = [read(page), read(page), read(page)];
  letGo();
  await first;
  for (const { events } of await Promise.all(others)) assert.is(events.length, 4);
  assert.is(asked.length, 2);
});
test("no read asks for more than the bound, however many events its caller wants", async () => {
  const { asked, read } = serverWith(5e3);
  for (const limit of [998, 999, 5e4, Number.MAX_SAFE_INTEGER]) {
    const { events } = await read({ after: place(2e3), limit });
    assert.ok(events.length <= 1e3);
  }
  await read({ after: BEGINNING, limit: Number.MAX_SAFE_INTEGER, types: ["Other"] });
  assert.ok(asked.every(({ maxCount }) => maxCount <= 1e3));
});
test("eight stretches are kept, and for five seconds", async () => {
  const { asked, clock, read } = serverWith(2e4);
  const types = ["Noted"];
  const stretch = (n) => read({ after: place(n * 1500), limit: 5, types });
  for (let n = 0; n < 8; n++) await stretch(n);
  for (let n = 0; n < 8; n++) await stretch(n);
  assert.is(asked.length, 8);
  await stretch(8);
  await stretch(0);
  assert.is(asked.length, 10, "the oldest made room");
  clock.pass(5001);
  await stretch(8);
  assert.is(asked.length, 11);
});
async function withOneBehind(pages) {
  const server = serverWith(5e4);
  const { read } = server;
  const slow = ["Noted"];
  const fast = ["Noted"];
  const behind = await read({ after: BEGINNING, limit: 10, types: slow });
  const came = [];
  const ahead = (async () => {
    let after = BEGINNING;
    for (let n = 0; n < pages; n++) {
      after = (await read({ after, limit: 1e3, types: fast })).position;
      came.push(n);
    }
  })();
  const settle = async () => {
    for (let n = 0; n < 200; n++) await new Promise((resolve) => setImmediate(resolve));
  };
  await settle();
  return { ...server, slow, behind, came, ahead, settle };
}
test("a reader does not go on ahead while another is in the oldest of a full cache", async () => {
  const { read, asked, clock, slow, behind, came, ahead, settle } = await withOneBehind(20);
  assert.is(came.length, 8);
  for (let after = behind.position; came.length < 20; ) {
    after = (await read({ after, limit: 1e3, types: slow })).position;
    clock.pass(5);
    await settle();
  }
  await ahead;
  assert.is(asked.length, 20, "each range is read once for both");
});
test("a reader that does not come back is not waited for", async () => {
  const { clock, came, ahead, settle } = await withOneBehind(12);
  assert.is(came.length, 8);
  clock.pass(5001);
  await settle();
  await ahead;
  assert.is(came.length, 12);
});
test("stretches of large events are kept as far as memory is given to them", async () => {
  const { asked, read } = serverWith(2e4, "x".repeat(14e3));
  const types = ["Noted"];
  const stretch = (n) => read({ after: place(n * 1500), limit: 5, types });
  for (const n of [0, 1, 1, 0]) await stretch(n);
  assert.is(asked.length, 2);
  for (const n of [2, 2, 0]) await stretch(n);
  assert.is(asked.length, 4, "three of fourteen million characters are too many");
});
test("who finds none of its types has the server filter, and is not told the end by that", async () => {
  const { read, subscriptions } = serverWith(5e3);
  const types = ["Other"];
  const { position } = await read({ after: BEGINNING, limit: 10, types });
  const page = await read({ after: position, limit: 10, types });
  assert.equal([subscriptions(), page.position, page.caughtUp], [1, place(1001), false]);
});
test("who finds enough of its types, or goes on where another reads, has no filter", async () => {
  const { read, subscriptions, asked } = serverWith(5e3);
  const rare = ["Other"];
  const common = ["Noted"];
  const first = { after: BEGINNING, limit: 1e3 };
  await Promise.all([read({ ...first, types: rare }), read({ ...first, types: common })]);
  const next = { after: place(1e3), limit: 1e3 };
  const [, { caughtUp }] = await Promise.all([
    read({ ...next, types: common }),
    read({ ...next, types: rare })
  ]);
  assert.equal([subscriptions(), asked.length, caughtUp], [0, 2, false]);
});
test.run();
//# sourceMappingURL=pages.test.js.map
