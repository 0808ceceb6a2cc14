// test/adapters/embedded/log/filteredReading.test.ts
import { cpSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import {
  embeddedEventStore
} from "../../../../src/adapters/embedded/log/eventStore.js";
import { BEGINNING } from "../../../../src/events/event.js";
import { collect, fill, freshStream, newEvent } from "../../../contract/eventStore/events.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var OTHERS = 5001;
var test = suite("reading a few event types of the embedded log");
var folder;
var store;
var other;
test.before(async () => {
  folder = temporaryFolder();
  store = await embeddedEventStore(folder.path, { log: quietLog });
  other = await embeddedEventStore(folder.path, { log: quietLog });
  await fill(other, freshStream(), OTHERS, "Ignored");
});
test.after(async () => {
  await store.close();
  await other.close();
  folder.remove();
});
var textOf = ({ data }) => data.text;
test("a page reads on past more events of other types than one look takes", async () => {
  const { position } = await other.append(freshStream(), "no-stream", [newEvent({ text: "it" }, "Sought")]);
  const page = await store.readAll({ after: BEGINNING, limit: 10, types: ["Sought"] });
  assert.equal(page.events.map(textOf), ["it"], "the event after the others is on the page");
  assert.is(page.position, position);
  assert.ok(page.caughtUp);
});
test("a subscription is caught up only when nothing is left to look at", async () => {
  const head = await store.head();
  const stop = new AbortController();
  const said = [];
  for await (const batch of store.subscribe({ after: BEGINNING, types: ["Sought"], signal: stop.signal })) {
    said.push({ position: batch.position, caughtUp: batch.caughtUp });
    if (batch.position === head) stop.abort();
  }
  assert.ok(said.length > 1, "the log took more than one look");
  for (const { position, caughtUp } of said)
    assert.is(caughtUp, position === head, `caughtUp at position ${position}, the end being ${head}`);
});
test("an event that another process wrote directly before an own batch is not skipped", async () => {
  const after = await store.head();
  const write = (from, type, text) => from.append(freshStream(), "no-stream", [newEvent({ text }, type)]);
  const expected = [];
  for (const round of ["first", "second", "third"]) {
    await write(store, "Ignored", "own");
    await write(other, "Sought", `${round} of the other process`);
    await write(store, "Ignored", "own");
    expected.push(`${round} of the other process`);
  }
  await write(store, "Sought", "the last one");
  const seen = await collect(
    store,
    { after, types: ["Sought"] },
    (events) => events.some((event) => textOf(event) === "the last one")
  );
  assert.equal(seen.map(textOf), [...expected, "the last one"]);
});
async function talking() {
  const stores = [
    await embeddedEventStore(folder.path, { log: quietLog }),
    await embeddedEventStore(folder.path, { log: quietLog })
  ];
  const [one, two] = stores;
  for (const [from, to] of [
    [one, two],
    [two, one]
  ])
    from.growth.onGrown((message) => to.growth.announce(message));
  return { one, two, close: () => Promise.all(stores.map((each) => each.close())) };
}
test("what both processes write of other types hides nothing of the types asked for", async () => {
  const { one, two, close } = await talking();
  const after = await one.head();
  const expected = Array.from({ length: 300 }, (_, number) => `${number}`);
  const seen = collect(
    one,
    { after, types: ["Sought"] },
    (events) => events.some((event) => textOf(event) === "the last one")
  );
  const write = (from, type, text) => from.append(freshStream(), "no-stream", [newEvent({ text }, type)]);
  for (const text of expected)
    await Promise.all([write(one, "Ignored", text), write(two, "Ignored", text), write(two, "Sought", text)]);
  await write(two, "Sought", "the last one");
  assert.equal((await seen).map(textOf), [...expected, "the last one"]);
  await close();
});
async function soughtAfter(message) {
  let said = "";
  const end = other.growth.onGrown((message2) => {
    said = message2;
    store.growth.announce(message2);
  });
  await other.append(freshStream(), "no-stream", [newEvent({}, "Ignored")]);
  await sleep(20);
  const { position: after } = await other.append(freshStream(), "no-stream", [newEvent({}, "Ignored")]);
  end();
  const seen = collect(
    store,
    { after, types: ["Sought"] },
    (events) => events.some((event) => textOf(event) === "the last one")
  );
  store.growth.announce(message(Number(after), said));
  await sleep(50);
  for (const text of ["one", "two", "three", "the last one"])
    await store.append(freshStream(), "no-stream", [newEvent({ text }, "Sought")]);
  return (await seen).map(textOf);
}
var ALL = ["one", "two", "three", "the last one"];
test("what is said to be after the end that can be seen hides nothing that comes there", async () => {
  const seen = await soughtAfter((head, said) => {
    const writes = [{ first: head + 1, last: head + 3, types: ["Ignored"] }];
    return JSON.stringify({ ...JSON.parse(said), writes });
  });
  assert.equal(seen, ALL);
});
test("what a copy of the ledger says of itself hides nothing", async () => {
  const copied = temporaryFolder();
  cpSync(folder.path, copied.path, { recursive: true });
  const copy = await embeddedEventStore(copied.path, { log: quietLog });
  let said = "";
  copy.growth.onGrown((message) => {
    said = message;
  });
  await sleep(20);
  await copy.append(
    freshStream(),
    "no-stream",
    Array.from({ length: 4 }, () => newEvent({}, "Ignored"))
  );
  await copy.close();
  copied.remove();
  assert.equal(await soughtAfter(() => said), ALL);
});
test.run();
//# sourceMappingURL=filteredReading.test.js.map
