// test/adapters/intake/parserThread.test.ts
import { EventEmitter } from "node:events";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { parserThread } from "../../../src/adapters/intake/parserThread.js";
import { manualClock } from "../../support/manualClock.js";
import { quietLog } from "../../support/quietLog.js";
var test = suite("the thread of a parser");
test("a thread that was started before reads the first mail, and no other is started", async () => {
  let threads = 0;
  const start = () => {
    threads++;
    const worker = new EventEmitter();
    const postMessage = (mails) => setImmediate(
      () => worker.emit(
        "message",
        mails.map(({ raw }) => String(raw))
      )
    );
    setImmediate(() => worker.emit("message", null));
    return Object.assign(worker, { postMessage, terminate: async () => 0 });
  };
  const thread = parserThread({
    clock: manualClock(),
    log: quietLog,
    start,
    timeoutMs: () => 1e3
  });
  assert.is(threads, 0);
  thread.start();
  assert.is(threads, 1);
  thread.start();
  assert.is(await thread.read({ raw: Buffer.from("a mail") }, "w"), "a mail");
  assert.is(threads, 1);
  await thread.close();
});
function scriptedThread(loads) {
  const workers = [];
  const start = () => {
    const worker = new EventEmitter();
    const loading = workers.push(worker);
    const postMessage = (mails) => setImmediate(
      () => worker.emit(
        "message",
        mails.map(({ raw }) => String(raw))
      )
    );
    setImmediate(
      () => loads(loading) ? worker.emit("message", null) : worker.emit("error", new Error("no parser"))
    );
    return Object.assign(worker, { postMessage, terminate: async () => 0 });
  };
  const parts = { clock: manualClock(), log: quietLog, timeoutMs: () => 1e3 };
  return { workers, thread: parserThread({ ...parts, start }) };
}
test("a thread that ends between two mails ends nothing else, and the next mail has another one", async () => {
  const { workers, thread } = scriptedThread(() => true);
  assert.is(await thread.read({ raw: Buffer.from("one") }, "w"), "one");
  workers[0]?.emit("error", new Error("thrown late"));
  workers[0]?.emit("exit", 1);
  assert.is(await thread.read({ raw: Buffer.from("two") }, "w"), "two");
  assert.is(workers.length, 2);
  await thread.close();
});
test("a mail whose thread could not load is tried again later, and not called unreadable", async () => {
  const { thread } = scriptedThread((n) => n > 1);
  assert.is(await thread.read({ raw: Buffer.from("one") }, "w"), "late");
  assert.is(await thread.read({ raw: Buffer.from("one") }, "w"), "one");
  await thread.close();
});
function sayingThread() {
  const given = [];
  const start = () => {
    const worker = new EventEmitter();
    const postMessage = (mails) => {
      const said = mails.map(({ raw }) => String(raw).slice(0, 9));
      given.push(said);
      setImmediate(() => said.includes("evil") ? worker.emit("exit", 1) : worker.emit("message", said));
    };
    setImmediate(() => worker.emit("message", null));
    return Object.assign(worker, { postMessage, terminate: async () => 0 });
  };
  const parts = { clock: manualClock(), log: quietLog, timeoutMs: () => 1e3, atOnce: 3, start };
  const thread = parserThread(parts);
  const read = (...mails) => Promise.all(mails.map(([text, owner]) => thread.read({ raw: Buffer.from(text) }, owner)));
  return { given, thread, read };
}
test("mails that wait are read together, owners in turns, and each has its own answer", async () => {
  const { given, thread, read } = sayingThread();
  const mails = [
    ["a1", "a"],
    ["a2", "a"],
    ["a3", "a"],
    ["a4", "a"],
    ["b1", "b"]
  ];
  assert.equal(await read(...mails), ["a1", "a2", "a3", "a4", "b1"]);
  assert.equal(given, [["a1"], ["a2", "b1", "a3"], ["a4"]]);
  await thread.close();
});
test("a mail that ends the thread costs those that were read with it no more than a second reading", async () => {
  const { given, thread, read } = sayingThread();
  const mails = ["one", "two", "evil", "four"].map((text) => [text, "w"]);
  assert.equal(await read(...mails), ["one", "two", "ended", "four"]);
  assert.equal(given, [["one"], ["two", "evil", "four"], ["two"], ["evil"], ["four"]]);
  await thread.close();
});
test("no other mail is read together with a large one that comes first", async () => {
  const { given, thread, read } = sayingThread();
  await read(["one", "w"], ["large".repeat(1e5), "w"], ["three", "w"]);
  assert.equal(given, [["one"], ["largelarg"], ["three"]]);
  await thread.close();
});
test("a stop while a mail is read lets it be tried again later", async () => {
  const worker = new EventEmitter();
  const asked = new Promise((resolve) => {
    Object.assign(worker, { postMessage: () => resolve(), terminate: async () => worker.emit("exit", 1) });
  });
  setImmediate(() => worker.emit("message", null));
  const parts = { clock: manualClock(), log: quietLog, timeoutMs: () => 1e3 };
  const thread = parserThread({ ...parts, start: () => worker });
  const read = thread.read({ raw: Buffer.from("one") }, "w");
  await asked;
  await thread.close();
  assert.is(await read, "late");
});
test.run();
//# sourceMappingURL=parserThread.test.js.map
