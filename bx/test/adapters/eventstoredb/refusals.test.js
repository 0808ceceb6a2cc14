// test/adapters/eventstoredb/refusals.test.ts
import { createServer } from "node:tls";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { reasonOf } from "../../../src/adapters/eventstoredb/fault.js";
import { clusterAsker } from "../../../src/adapters/eventstoredb/gossip.js";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { openByAddress } from "../../../src/adapters/node/driverAddress.js";
import { positionAt } from "../../../src/adapters/position.js";
import { AppendTooLarge, EventStoreUnavailable } from "../../../src/ports/eventStore.js";
import { freshStream, newEvent, rejection } from "../../contract/eventStore/events.js";
import { startDouble } from "../../double/eventStoreServer.js";
import { selfSigned } from "../../support/certificate.js";
import { quietLog } from "../../support/quietLog.js";
import { wallClock } from "../../support/wallClock.js";
var test = suite("EventStoreDB adapter: what the server refuses for good");
test("24.10 refuses a position inside the log that is no record: the read is not repeated", async () => {
  const server = await startDouble({ version: "24.10" });
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 6e4 });
  const { position } = await store.append(freshStream(), "no-stream", [newEvent()]);
  await store.append(freshStream(), "no-stream", [newEvent()]);
  const between = positionAt(BigInt(position) + 1n);
  const refusal = await rejection(store.readAll({ after: between, limit: 10 }));
  assert.not(refusal instanceof EventStoreUnavailable);
  assert.match(String(refusal), /InvalidPosition/);
  await store.close();
  await server.stop();
});
test("an append above the server's own limit names that limit", async () => {
  const server = await startDouble({ broken: ["size-limit"] });
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 6e4 });
  const refusal = await rejection(
    store.append(freshStream(), "no-stream", [newEvent({ text: "x".repeat(1e5) })])
  );
  assert.instance(refusal, AppendTooLarge);
  assert.match(String(refusal), /exceeds 65536$/);
  await store.close();
  await server.stop();
});
test("an append with an event above the server\u2019s limit for one event names that limit", async () => {
  const server = await startDouble({ version: "24.10" });
  server.gate.maxEventBytes = 5e4;
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 6e4 });
  const refusal = await rejection(
    store.append(freshStream(), "no-stream", [newEvent(), newEvent({ text: "x".repeat(6e4) })])
  );
  assert.instance(refusal, AppendTooLarge);
  assert.match(String(refusal), /exceeds 50000$/);
  await store.close();
  await server.stop();
});
test("what a user may not do, and what never was an answer, is described by what an operator can look at", async () => {
  const server = await startDouble();
  const store = openEventStoreDb(server.url, { clock: wallClock, log: quietLog, callMs: 6e4 });
  server.gate.denied.add("append").add("$all");
  assert.match(
    String(await rejection(store.append(freshStream(), "no-stream", [newEvent()]))),
    /may not append/
  );
  assert.match(String(await rejection(store.head())), /this user may not do that/);
  await store.close();
  await server.stop();
  assert.match(reasonOf({ code: 16, message: "x" }), /user name or the password/);
  assert.match(reasonOf({ code: 7, message: "x" }), /this user may not do that/);
  const unavailable = (last) => ({
    code: 14,
    message: `14 UNAVAILABLE: No connection established. Last error: ${last}. Resolution note: `
  });
  assert.is(
    reasonOf(unavailable("Error: connect ECONNREFUSED 127.0.0.1:1")),
    "connect ECONNREFUSED 127.0.0.1:1"
  );
  assert.match(reasonOf({ code: 1, message: "1 CANCELLED: Cancelled on client" }), /connection was replaced/);
  assert.match(reasonOf(new Error("write EPROTO: SSL routines: wrong version number")), /tls=false/);
  assert.is(reasonOf(new Error("anything else")), "anything else");
});
test("denied appends are logged as an outage with their reason, and its end when they are allowed", async () => {
  const server = await startDouble();
  const said = [];
  const say = ({ reason = "" }, text) => void said.push(`${text} ${reason}`);
  let aheadMs = 0;
  const clock = { ...wallClock, monotonicMs: () => performance.now() + aheadMs };
  const log = { ...quietLog, warn: say, error: say };
  const store = openEventStoreDb(server.url, { clock, log, callMs: 6e4 });
  const append = () => store.append(freshStream(), "no-stream", [newEvent()]);
  server.gate.denied.add("append");
  assert.instance(await rejection(append()), EventStoreUnavailable);
  aheadMs = 2e3;
  assert.instance(await rejection(append()), EventStoreUnavailable);
  assert.equal(said, ["EventStoreDB takes no appends; they are tried again this user may not append"]);
  server.gate.denied.delete("append");
  await append();
  assert.is(said.at(-1), "EventStoreDB takes appends again ");
  await store.close();
  await server.stop();
});
test("an address without TLS to a server with it: the reason says so", async () => {
  const server = createServer(selfSigned(), (socket) => socket.on("error", () => {
  }));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  const { reason } = await clusterAsker(`esdb://127.0.0.1:${port}?tls=false`)();
  assert.match(reason ?? "", /where it speaks TLS, tls=false must go from the address$/);
  server.close();
});
test("a file that an option names and that is missing is named, with the option", () => {
  for (const [setting, url, option] of [
    ["EVENTSTORE_URL", "esdb://127.0.0.1:1", "tlsCAFile"],
    ["EVENTSTORE_URL", "esdb://127.0.0.1:1", "userCertFile"],
    ["MONGODB_URL", "mongodb://127.0.0.1:1/", "tlsCAFile"]
  ])
    assert.throws(
      () => openByAddress(setting, `${url}?${option}=/nowhere/ca.pem`, () => {
      }),
      new RegExp(`^${setting}: ${option} names the file /nowhere/ca.pem, which does not exist`)
    );
});
test.run();
//# sourceMappingURL=refusals.test.js.map
