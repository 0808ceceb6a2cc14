// test/adapters/embedded/log/fullBatches.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../../../src/adapters/embedded/log/eventStore.js";
import { freshStream, newEvent } from "../../../contract/eventStore/events.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
var test = suite("more appends in one turn than a batch of the embedded log holds");
var folder;
var store;
test.before(async () => {
  folder = temporaryFolder();
  store = await embeddedEventStore(folder.path, { log: quietLog });
});
test.after(async () => {
  await store.close();
  folder.remove();
});
test("2,000 appends are all written, and none gets a conflict", async () => {
  const after = await store.head();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 2e3 }, (_, n) => store.append(freshStream(), "no-stream", [newEvent({ n })]))
  );
  const failed = outcomes.flatMap((one, n) => one.status === "rejected" ? [`${n}: ${one.reason}`] : []);
  assert.equal(failed.slice(0, 3), [], `${failed.length} appends failed`);
  const { events } = await store.readAll({ after, limit: 3e3 });
  assert.equal(
    events.map(({ data }) => data.n),
    Array.from({ length: 2e3 }, (_, n) => n),
    "they are in the log, in the order of their calls"
  );
});
test("3 Mi characters of three bytes each are read back as they were written", async () => {
  const after = await store.head();
  const text = "\u20AC".repeat(262144);
  const count = 12;
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => store.append(freshStream(), "no-stream", [newEvent({ text })]))
  );
  assert.equal(
    outcomes.map(({ status }) => status),
    outcomes.map(() => "fulfilled")
  );
  const page = await store.readAll({ after, limit: count }).catch((error) => error.message);
  assert.ok(typeof page === "object", `the log can be read: ${page}`);
  const texts = typeof page === "object" ? page.events.map(({ data }) => data.text) : [];
  assert.is(texts.length, count);
  assert.ok(
    texts.every((found) => found === text),
    "no text was cut"
  );
});
test.run();
//# sourceMappingURL=fullBatches.test.js.map
