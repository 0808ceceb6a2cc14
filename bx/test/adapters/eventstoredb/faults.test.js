// test/adapters/eventstoredb/faults.test.ts
import { join } from "node:path";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { BEGINNING } from "../../../src/events/event.js";
import { EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { freshStream, newEvent, rejection } from "../../contract/eventStore/events.js";
import { eventually } from "../../e2e/eventually.js";
import { childDouble } from "../../support/childDouble.js";
import { faultProxy } from "../../support/faultProxy.js";
import { quietLog } from "../../support/quietLog.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
import { wallClock } from "../../support/wallClock.js";
import { follow } from "./follow.js";
import { assertKept, startLoad, wholeLog } from "./load.js";
var test = suite("EventStoreDB adapter: faults of the server and the network");
var WRITERS = 64;
var folder = temporaryFolder();
var server;
var proxy;
var store;
var open = (url, callMs = 6e4, attemptMs = 1e3) => openEventStoreDb(url, { clock: wallClock, log: quietLog, callMs, attemptMs });
test.before.each(async () => {
  server = await childDouble(join(folder.path, `journal-${process.hrtime.bigint()}`));
  proxy = await faultProxy(server.port);
  store = open(`esdb://127.0.0.1:${proxy.port}?tls=false`);
});
test.after.each(async () => {
  await store.close();
  await proxy.close();
  await server.kill();
});
test.after(() => folder.remove());
var answers = (hasty) => eventually(
  "it answers",
  () => hasty.head().then(
    (head) => head > BEGINNING,
    () => false
  )
);
test("killed and restarted under load: what was acknowledged is there, once", async () => {
  const load = startLoad(store, WRITERS);
  for (let round = 0; round < 3; round++) {
    await load.more(400);
    await server.kill();
    await server.restart();
  }
  await load.more(400);
  await load.stop();
  assertKept(await wholeLog(store), load);
});
test("stopped for seconds: calls end within their deadline, and go on afterwards", async () => {
  const load = startLoad(store, WRITERS);
  await load.more(200);
  const hasty = open(server.url, 700, 300);
  await answers(hasty);
  server.signal("SIGSTOP");
  const calls = [
    hasty.append(freshStream(), "no-stream", [newEvent()]),
    hasty.readStream(freshStream()),
    hasty.readAll({ after: BEGINNING, limit: 10 }),
    hasty.head(),
    hasty.probe()
  ];
  for (const error of await Promise.all(calls.map(rejection))) assert.instance(error, EventStoreUnavailable);
  server.signal("SIGCONT");
  await load.more(200);
  await load.stop();
  await answers(hasty);
  await hasty.close();
  assertKept(await wholeLog(store), load);
});
var faults = [
  ["reset", (proxy2) => proxy2.reset()],
  ["half-closed", (proxy2) => proxy2.halfClose()],
  ["cut off", (proxy2) => proxy2.cut()],
  [
    "refused",
    (proxy2) => {
      proxy2.refuse();
      proxy2.reset();
    }
  ],
  ["slow", (proxy2) => proxy2.delay(150)]
];
for (const [what, harm] of faults) {
  test(`a connection that is ${what} under load: nothing is lost, doubled or skipped`, async () => {
    const reader = follow(store);
    const load = startLoad(store, 16);
    for (let round = 0; round < 2; round++) {
      await load.more(100);
      harm(proxy);
      await new Promise((resolve) => setTimeout(resolve, 400));
      proxy.heal();
      await load.more(100);
    }
    await load.stop();
    const log = await wholeLog(store);
    assertKept(log, load);
    await reader.upTo(log.at(-1)?.position ?? BEGINNING);
    assert.equal(
      (await reader.stop()).map(({ id }) => id),
      log.map(({ id }) => id)
    );
  });
}
test("a subscription goes on without gap or repeat through kills of the server", async () => {
  const reader = follow(store);
  const load = startLoad(store, 8);
  for (let round = 0; round < 2; round++) {
    await load.more(100);
    await server.kill();
    await server.restart();
  }
  await load.more(100);
  await load.stop();
  const log = await wholeLog(store);
  assertKept(log, load);
  await reader.upTo(log.at(-1)?.position ?? BEGINNING);
  assert.equal(
    (await reader.stop()).map(({ id }) => id),
    log.map(({ id }) => id)
  );
});
test.run();
//# sourceMappingURL=faults.test.js.map
