// test/double/subscription.test.ts
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEventLog } from "./eventLog.js";
import { openGate } from "./gate.js";
import { memoryJournal } from "./journal.js";
import { outboxOf } from "./outbox.js";
import { positionBehind } from "./records.js";
import { pagesOf } from "./scan.js";
import { turn } from "./subscription.js";
import { serveEarlier } from "./subscriptionEarlier.js";
import { serveLater } from "./subscriptionLater.js";
var test = suite("the double: subscriptions and slow readers");
function subscribed(version, checkpointEvery = null) {
  const log = openEventLog(memoryJournal, /* @__PURE__ */ new Set(), version);
  const gate = openGate();
  const got = [];
  let failure = "";
  const call = Object.assign(new EventEmitter(), {
    cancelled: false,
    destroyed: false,
    write: (message) => void got.push(message)
  });
  call.on("error", (error) => {
    failure = error.details;
  });
  const turns = async () => {
    for (let n = 0; n < 10; n++) await turn();
  };
  const matches = ({ type }) => type === "Asked";
  return {
    log,
    gate,
    got,
    failure: () => failure,
    async append(count, type = "Asked") {
      const one = () => ({
        id: randomUUID(),
        type,
        contentType: "",
        data: Buffer.from("{}"),
        metadata: Buffer.from("")
      });
      const stream = randomUUID();
      await log.append(stream, "no-stream", Array.from({ length: count }, one));
      await turns();
    },
    async serve() {
      const outbox = outboxOf(call, gate);
      const filter = { matches, window: 32, checkpointEvery };
      const readPage = pagesOf(log, filter, (index) => log.records[index]);
      const parts = { log, gate, outbox, filter, readPage, checkpointEvery, firstIndex: 0, after: null };
      void (version === "23.10" ? serveEarlier(parts) : serveLater(parts));
      await turns();
    },
    /** Takes so many messages. */
    async take(count) {
      for (let n = 0; n < count; n++) {
        call.emit("drain");
        await turns();
      }
    },
    leave: () => call.emit("close")
  };
}
var kind = (message) => message.hasEvent() ? "event" : message.hasCaughtUp() ? "caught up" : message.hasFellBehind() ? "fell behind" : "other";
var revisionsOf = (messages) => messages.flatMap((message) => message.getEvent()?.getEvent()?.getCommitPosition() ?? []).map(Number);
test("23.10 ends a reader for whom a whole queue waits at the hand-over from history to live", async () => {
  const { append, serve, take, failure } = subscribed("23.10");
  await append(40);
  await serve();
  await append(5);
  await take(45);
  assert.match(failure(), /too slow to handle event while transitioning to live/);
});
test("23.10 says that the end is reached while events wait, and ends a live reader behind whom two queues are full", async () => {
  const { append, serve, take, got, failure } = subscribed("23.10");
  await serve();
  await append(30);
  assert.is(failure(), "");
  await take(2);
  assert.equal(got.map(kind), ["other", "caught up", "event"]);
  await append(40);
  await take(80);
  assert.match(failure(), /while live/);
});
test("24.10 reads the log again for who fell behind, does not say so, and says again when he has caught up", async () => {
  const { append, serve, take, got, failure, log, gate, leave } = subscribed("24.10");
  await append(3);
  await serve();
  await append(200);
  await take(300);
  assert.is(failure(), "");
  const asked = log.records.filter(({ type }) => type === "Asked").map(({ position }) => position);
  assert.equal(revisionsOf(got), asked);
  assert.ok(got.filter((message) => kind(message) === "caught up").length >= 2);
  assert.not.ok(got.some((message) => kind(message) === "fell behind"));
  assert.ok(gate.fallenBehind > 0);
  leave();
});
test("checkpoints come by page: at its last match, else where it began, and from 24.10 at the end too", async () => {
  const placesOf = (messages) => messages.flatMap((message) => message.getCheckpoint() ?? []).map((checkpoint) => [Number(checkpoint.getCommitPosition()), Number(checkpoint.getPreparePosition())]);
  for (const version of ["23.10", "24.10"]) {
    const { append, serve, take, got, log, leave } = subscribed(version, 32);
    await append(20);
    await append(76 - log.records.length, "Unasked");
    await append(20, "Unasked");
    assert.is(log.records.length, 96);
    await serve();
    await take(60);
    const match2 = log.records.filter(({ type }) => type === "Asked").at(-1)?.position ?? 0;
    const behind = (index) => {
      const record = log.records[index];
      return record === void 0 ? 0 : positionBehind(record);
    };
    const inHistory = [
      [match2, match2],
      [behind(31), 0],
      [behind(63), 0]
    ];
    assert.equal(placesOf(got), version === "23.10" ? inHistory : [...inHistory, [behind(95), 0]]);
    leave();
  }
});
test.run();
//# sourceMappingURL=subscription.test.js.map
