// test/adapters/eventstoredb/scavenged.test.ts
import { EventStoreDBClient } from "@eventstore/db-client";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { BEGINNING } from "../../../src/events/event.js";
import { collect, freshStream, idsOf, newEvent, numbered } from "../../contract/eventStore/events.js";
import { startDouble } from "../../double/eventStoreServer.js";
import { eventually } from "../../e2e/eventually.js";
import { quietLog } from "../../support/quietLog.js";
import { wallClock } from "../../support/wallClock.js";
var test = suite("EventStoreDB adapter: scavenged records");
async function opened(version) {
  const server = await startDouble({ version });
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 6e4 });
  return {
    server,
    store,
    async close() {
      await store.close();
      await server.stop();
    }
  };
}
async function appended({ store }, events) {
  const positions = [];
  for (const event of events)
    positions.push((await store.append(freshStream(), "no-stream", [event])).position);
  return positions;
}
for (const version of ["23.10", "24.10"]) {
  test(`the double of ${version}: a subscription at a scavenged record ${version === "23.10" ? "skips the next event" : "gives the next event"}, a read gives it`, async () => {
    const double = await opened(version);
    const events = numbered(4);
    const positions = await appended(double, events);
    const commit = BigInt(positions[1] ?? 0);
    double.server.scavenge(commit);
    const client = EventStoreDBClient.connectionString(double.server.url);
    const read = [];
    const fromPosition = { commit, prepare: commit };
    for await (const { event } of client.readAll({ fromPosition, maxCount: 10 }))
      if (event) read.push(event.id);
    assert.equal(read, idsOf(events.slice(2)));
    const given = [];
    const subscription = client.subscribeToAll({ fromPosition });
    subscription.on("error", () => {
    }).on("data", ({ event }) => event && given.push(event.id));
    await eventually("the last came", async () => given.includes(events[3]?.id ?? ""));
    assert.equal(given, idsOf(events.slice(version === "23.10" ? 3 : 2)));
    await subscription.unsubscribe();
    await client.dispose();
    await double.close();
  });
  test(`${version}: a subscription that starts at a scavenged record gives every event after it`, async () => {
    const double = await opened(version);
    const { store, server } = double;
    const events = [newEvent(), newEvent(), newEvent({}, "Other"), newEvent(), newEvent()];
    const positions = await appended(double, events);
    for (const position of positions.slice(0, 2)) server.scavenge(BigInt(position));
    const [first = BEGINNING] = positions;
    const last = events.at(-1)?.id;
    const until = (seen) => seen.some(({ id }) => id === last);
    const all = await collect(store, { after: first }, until);
    assert.equal(idsOf(all), idsOf(events.slice(2)));
    const some = await collect(store, { after: first, types: ["ContractNoted"] }, until);
    assert.equal(idsOf(some), idsOf(events.slice(3)));
    await double.close();
  });
  test(`${version}: a subscription that was dropped goes on after a record that was scavenged meanwhile`, async () => {
    const double = await opened(version);
    const { store, server } = double;
    const stop = new AbortController();
    const guard = setTimeout(() => stop.abort(), 3e4);
    const events = numbered(3);
    const [position = BEGINNING] = await appended(double, events.slice(0, 1));
    const seen = [];
    let dropped = false;
    for await (const batch of store.subscribe({ after: BEGINNING, signal: stop.signal })) {
      seen.push(...idsOf(batch.events));
      if (seen.length === events.length) stop.abort();
      if (dropped || !batch.caughtUp) continue;
      dropped = true;
      server.gate.freeze();
      const appending = appended(double, events.slice(1));
      server.scavenge(BigInt(position));
      server.gate.dropCalls();
      server.gate.thaw();
      await appending;
    }
    clearTimeout(guard);
    assert.equal(seen, idsOf(events));
    await double.close();
  });
}
test.run();
//# sourceMappingURL=scavenged.test.js.map
