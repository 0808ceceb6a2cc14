// test/adapters/eventstoredb/filteredPages.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { BEGINNING } from "../../../src/events/event.js";
import { fill, freshStream, idsOf, newEvent } from "../../contract/eventStore/events.js";
import { startCluster } from "../../double/cluster.js";
import { startDouble } from "../../double/eventStoreServer.js";
import { quietLog } from "../../support/quietLog.js";
import { wallClock } from "../../support/wallClock.js";
var test = suite("EventStoreDB adapter: pages of rare types");
var RARE = ["Rare"];
var STRETCHES = 21;
var STRETCH_EVENTS = 1e3;
var FEW = 3e3;
var opened = (url) => openEventStoreDb(url, { clock: wallClock, log: quietLog, callMs: 6e4 });
async function filled(store) {
  const ids = [];
  for (let n = 0; n < STRETCHES; n++) {
    await fill(store, freshStream(), STRETCH_EVENTS, "Common");
    const event = newEvent({ n }, "Rare");
    await store.append(freshStream(), "no-stream", [event]);
    ids.push(event.id);
  }
  await fill(store, freshStream(), STRETCH_EVENTS / 2, "Common");
  return ids;
}
async function readRare(store, {
  limit = 8,
  onPage = () => {
  }
} = {}) {
  const seen = [];
  let position = BEGINNING;
  for (let pages = 1; ; pages++) {
    const page = await store.readAll({ after: position, limit, types: RARE });
    assert.ok(page.position > position || page.caughtUp, "each page moves on");
    seen.push(...page.events);
    position = page.position;
    if (page.caughtUp) return { seen, position };
    onPage(page, pages);
  }
}
var sentBy = (servers) => servers.reduce((sum, { gate }) => sum + gate.read + gate.delivered, 0);
for (const version of ["23.10", "24.10"]) {
  test(`${version}: few of the records that a reader does not want go over the wire`, async () => {
    const server = await startDouble({ version });
    const store = opened(server.url);
    const ids = await filled(store);
    const { seen, position } = await readRare(store);
    assert.equal(idsOf(seen), ids);
    assert.is(position, await store.head(), "up to the end, which an ordinary page tells");
    const sent = sentBy([server]);
    assert.ok(sent < FEW, `${sent} records were sent`);
    await store.close();
    await server.stop();
  });
  test(`${version}: a reader of what is not there moves on by checkpoints`, async () => {
    const server = await startDouble({ version });
    const store = opened(server.url);
    await fill(store, freshStream(), STRETCHES * STRETCH_EVENTS, "Common");
    const { seen, position } = await readRare(store);
    assert.equal([seen.length, position], [0, await store.head()]);
    const sent = sentBy([server]);
    assert.ok(sent < FEW, `${sent} records were sent`);
    await store.close();
    await server.stop();
  });
  test(`${version}: calls that are dropped in the middle of a page lose nothing, and repeat little`, async () => {
    const server = await startDouble({ version });
    const store = opened(server.url);
    const ids = await filled(store);
    let drops = 0;
    const dropping = setInterval(() => {
      if (server.gate.delivered > 3 * drops && drops < 4) {
        drops += 1;
        server.gate.dropCalls();
      }
    }, 1);
    const { seen } = await readRare(store);
    clearInterval(dropping);
    assert.equal(idsOf(seen), ids);
    assert.ok(drops > 0);
    const sent = sentBy([server]);
    assert.ok(sent < FEW + drops * STRETCH_EVENTS, `${sent} records were sent, and ${drops} calls dropped`);
    await store.close();
    await server.stop();
  });
  test(`${version}: another leader goes on where the one before ended`, async () => {
    const cluster = await startCluster(version);
    const store = opened(cluster.url);
    const ids = await filled(store);
    const onPage = (_, pages) => {
      if (pages === 2) cluster.elect((cluster.leader() + 1) % 3);
    };
    const { seen } = await readRare(store, { onPage });
    assert.equal(idsOf(seen), ids);
    const sent = sentBy(cluster.nodes);
    assert.ok(sent < FEW + STRETCH_EVENTS, `${sent} records were sent`);
    await store.close();
    await cluster.stop();
  });
  test(`${version}: a page that goes on at a scavenged record gives the event after it`, async () => {
    const server = await startDouble({ version });
    const store = opened(server.url);
    await fill(store, freshStream(), 2 * STRETCH_EVENTS, "Common");
    const events = Array.from({ length: 6 }, () => newEvent({}, "Rare"));
    for (const event of events) await store.append(freshStream(), "no-stream", [event]);
    await fill(store, freshStream(), 2 * STRETCH_EVENTS, "Common");
    const onPage = ({ position, events: events2 }) => {
      if (events2.length > 0) server.scavenge(BigInt(position));
    };
    const { seen } = await readRare(store, { limit: 1, onPage });
    assert.equal(idsOf(seen), idsOf(events));
    assert.ok(server.gate.delivered >= events.length, "by the filter");
    await store.close();
    await server.stop();
  });
}
test.run();
//# sourceMappingURL=filteredPages.test.js.map
