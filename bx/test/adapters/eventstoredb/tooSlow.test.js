// test/adapters/eventstoredb/tooSlow.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { BEGINNING } from "../../../src/events/event.js";
import { startDouble } from "../../double/eventStoreServer.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { wallClock } from "../../support/wallClock.js";
import { follow } from "./follow.js";
import { startLoad, wholeLog } from "./load.js";
var test = suite("EventStoreDB adapter: subscriptions that are ended as too slow");
for (const version of ["23.10", "24.10"])
  test(`${version}: a subscription misses no event, however often it is ended`, async () => {
    const server = await startDouble({ version });
    const warnings = [];
    const log = { ...quietLog, warn: (_, message) => void warnings.push(message) };
    let ended = 0;
    const count = (name) => {
      if (name === "postledger_eventstore_fallen_behind_total") ended += 1;
    };
    const metrics = { ...noMetrics, count };
    const store = openEventStoreDb(server.url, { clock: wallClock, log, metrics, callMs: 6e4 });
    await store.head();
    server.gate.liveEventsUntilTooSlow = 30;
    const reader = follow(store);
    const load = startLoad(store, 4);
    await load.more(600);
    await load.stop();
    const whole = await wholeLog(store);
    await reader.upTo(whole.at(-1)?.position ?? BEGINNING);
    assert.equal(
      (await reader.stop()).map(({ id }) => id),
      whole.map(({ id }) => id)
    );
    assert.is(ended > 0, version === "23.10");
    assert.equal(warnings, [], "it is normal, and not a warning");
    await store.close();
    await server.stop();
  });
test.run();
//# sourceMappingURL=tooSlow.test.js.map
