// test/double/readRulesSuite.ts
import { randomUUID } from "node:crypto";
import { eventTypeFilter } from "@eventstore/db-client";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { event, fault, freshStream, openBare } from "./bare.js";
var GUARD_MS = 3e3;
function measuredReadRules(name, start) {
  const test = suite(name);
  let bare;
  test.before(async () => {
    bare = await openBare(start);
  });
  test.after(() => bare.close());
  const subscribed = async (fromPosition, type, live) => {
    const ids = [];
    const checkpoints = [];
    let caughtUp = 0;
    const filter = eventTypeFilter({
      regex: `^${type}$`,
      checkpointInterval: 1,
      checkpointReached: async (_, position) => void checkpoints.push(position)
    });
    const subscription = bare.client.subscribeToAll({ fromPosition, filter });
    subscription.on("data", ({ event: event2 }) => event2 && ids.push(event2.id)).on("error", () => {
    });
    subscription.on("caughtUp", () => {
      caughtUp += 1;
    });
    const until = async (enough) => {
      for (let waitedMs = 0; !enough() && waitedMs < GUARD_MS; waitedMs += 5) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await until(() => caughtUp > 0);
    const before = ids.length;
    await live?.();
    if (live !== void 0) await until(() => ids.length > before);
    await subscription.unsubscribe();
    return { ids, checkpoints, caughtUp };
  };
  test("a subscription starts behind a position, a read of the log at it", async () => {
    const type = `Type${randomUUID().slice(0, 8)}`;
    const name2 = freshStream();
    const events = [1, 2, 3, 4].map(() => event(type));
    const late = event(type);
    const { position } = await bare.append(name2, "no_stream", ...events.slice(0, 2));
    await bare.append(name2, 1n, ...events.slice(2));
    assert.is((await bare.readAll(position, 1))[0], events[1]?.id);
    const { ids, caughtUp } = await subscribed(position, type, () => bare.append(name2, 3n, late));
    assert.equal(ids, [events[2]?.id, events[3]?.id, late.id]);
    assert.is(caughtUp, 1);
  });
  test("inside the log a position that is no record is refused", async () => {
    const { position } = await bare.append(freshStream(), "no_stream", event());
    await bare.append(freshStream(), "no_stream", event());
    const between = { commit: position.commit + 1n, prepare: position.prepare + 1n };
    const refusal = await fault(bare.readAll(between, 1));
    assert.is(refusal.type, "unknown");
    const is2410 = (await bare.serverVersion()).startsWith("24.10");
    if (is2410) assert.match(String(refusal.message), /InvalidPosition/);
    const subscription = bare.client.subscribeToAll({ fromPosition: between });
    const dropped = await new Promise(
      (resolve) => subscription.on("error", resolve).on("data", () => {
      })
    );
    if (is2410) assert.match(String(dropped.message), /INVALID_ARGUMENT/);
    else assert.match(String(dropped.message), /UNKNOWN/);
  });
  test("after the last record such a position may give an empty page, and never an event", async () => {
    const { position } = await bare.append(freshStream(), "no_stream", event());
    const after = { commit: position.commit + 1n, prepare: position.prepare + 1n };
    const page = await bare.readAll(after, 1).catch((error) => error.type);
    assert.ok(page === "unknown" || Array.isArray(page) && page.length === 0, String(page));
  });
  test("a filter keeps others out, and checkpoints tell how far it looked", async () => {
    const name2 = freshStream();
    const { position } = await bare.append(name2, "no_stream", event());
    await bare.append(name2, 0n, ...Array.from({ length: 200 }, () => event("Passed")));
    const { ids, checkpoints } = await subscribed(position, "Never");
    assert.equal(ids, []);
    assert.ok(checkpoints.length >= 5 && checkpoints.length <= 8, `${checkpoints.length} checkpoints`);
    assert.ok(checkpoints.every(({ commit }) => commit >= position.commit));
    assert.ok((checkpoints.at(-1)?.commit ?? 0n) > position.commit);
  });
  test("the whole log holds events of the server itself", async () => {
    let system = 0;
    for await (const { event: event2 } of bare.client.readAll({ maxCount: 20 }))
      if (event2?.type.startsWith("$")) system += 1;
    assert.ok(system > 0);
  });
  test.run();
}
export {
  measuredReadRules
};
//# sourceMappingURL=readRulesSuite.js.map
