// test/cli/doctorEngines.test.ts
import { createServer } from "node:net";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openDependencies } from "../../src/cli/openDependencies.js";
import { runCli } from "../../src/cli/run.js";
import { startCluster } from "../double/cluster.js";
import { startDouble } from "../double/eventStoreServer.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("doctor over engines");
var folder = temporaryFolder();
test.after(() => folder.remove());
test.before(() => doctor(enginesAt(1)).then(() => {
}));
var TICK_MS = 20;
async function doctor(settings) {
  let stdout = "";
  const own = { POSTLEDGER_DATA: join(folder.path, "data"), POSTLEDGER_MASTER_KEY: "a1".repeat(32) };
  const env = { ...own, POSTLEDGER_LOG_LEVEL: "silent", ...settings };
  let ticks = 0;
  const ticking = setInterval(() => ticks++, TICK_MS);
  await runCli(["doctor", "--json"], {
    env,
    stdout: (text) => {
      stdout += text;
    },
    stderr: () => {
    },
    isWatched: false,
    open: openDependencies
  });
  clearInterval(ticking);
  const tookMs = ticks * TICK_MS;
  const { checks, leftOut } = JSON.parse(stdout);
  const found = (name) => checks.find((check) => check.name === name);
  return { found, checks, leftOut, tookMs };
}
async function silentServer() {
  const sockets = /* @__PURE__ */ new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  };
}
var AWAY_MS = 3e3;
var enginesAt = (port) => ({
  EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
  MONGODB_URL: `mongodb://127.0.0.1:${port}/ledger`,
  REDIS_URL: `redis://127.0.0.1:${port}`,
  POSTLEDGER_MASTER_KEY: "a1".repeat(32)
});
async function assertAway(port, reasons) {
  const { found, checks, leftOut, tookMs } = await doctor(enginesAt(port));
  assert.ok(tookMs < AWAY_MS, `${tookMs} ms`);
  for (const [name, reason] of Object.entries(reasons)) assert.match(found(name)?.says ?? "", reason);
  assert.equal(leftOut, ["MongoDB, writing", "Redis, leases", "the ledger"]);
  const wrong = checks.filter(({ ok: ok2 }) => !ok2);
  assert.equal(
    wrong.map(({ name }) => name),
    ["EventStoreDB", "MongoDB", "Redis"]
  );
  assert.is(new Set(wrong.map(({ says }) => says)).size, wrong.length, "nothing is said twice");
}
test("all engines away: three faults, each with its reason, in three seconds", async () => {
  await assertAway(1, {
    EventStoreDB: /it does not answer: 127\.0\.0\.1:1: .*ECONNREFUSED/,
    MongoDB: /ECONNREFUSED/,
    Redis: /ECONNREFUSED/
  });
});
test("Redis: an address with TLS to a server that waits for words without it", async () => {
  const { port, stop } = await silentServer();
  const { found } = await doctor({ ...enginesAt(1), REDIS_URL: `rediss://127.0.0.1:${port}` });
  assert.match(
    found("Redis")?.says ?? "",
    /ETIMEDOUT: where it speaks without TLS, the address needs redis:\/\//
  );
  stop();
});
test("all engines frozen: the same", async () => {
  const { port, stop } = await silentServer();
  await assertAway(port, { EventStoreDB: /it does not answer/, MongoDB: /./, Redis: /no answer/ });
  stop();
});
test("a cluster: how many nodes answer, and which leads", async () => {
  const cluster = await startCluster();
  const whole = await doctor({ EVENTSTORE_URL: cluster.url });
  const leader = `127.0.0.1:${cluster.nodes[0]?.port}`;
  assert.match(
    whole.found("EventStoreDB")?.says ?? "",
    new RegExp(`; 3 of 3 nodes answer, node ${leader} leads; `)
  );
  assert.equal(whole.leftOut, []);
  await cluster.stopNode(2);
  const two = (await doctor({ EVENTSTORE_URL: cluster.url })).found("EventStoreDB");
  assert.match(two?.says ?? "", new RegExp(`; 2 of 3 nodes answer, node ${leader} leads; `));
  assert.ok(two?.ok);
  cluster.loseQuorum();
  const { found, leftOut, tookMs } = await doctor({ EVENTSTORE_URL: cluster.url });
  assert.is(found("EventStoreDB")?.says, "2 of 3 nodes answer, no node leads");
  assert.equal(leftOut, ["the ledger"]);
  assert.ok(tookMs < AWAY_MS, `${tookMs} ms`);
  await cluster.stopNode(0);
  await cluster.stopNode(1);
  const none = await doctor({ EVENTSTORE_URL: cluster.url });
  assert.match(
    none.found("EventStoreDB")?.says ?? "",
    /^0 of 3 nodes answer: 127\.0\.0\.1:\d+: .*ECONNREFUSED/
  );
  assert.ok(none.tookMs < AWAY_MS, `${none.tookMs} ms`);
  await cluster.stop();
});
test("who may not read the log is told once, and Redis away leaves out only what is asked of it", async () => {
  const double = await startDouble();
  double.gate.denied.add("$all");
  const denied = await doctor({ EVENTSTORE_URL: double.url });
  assert.equal(denied.leftOut, ["the ledger"]);
  assert.is(denied.checks.filter(({ ok: ok2 }) => !ok2).length, 1);
  double.gate.denied.clear();
  const { found, leftOut, tookMs } = await doctor({
    EVENTSTORE_URL: double.url,
    REDIS_URL: "redis://127.0.0.1:1"
  });
  assert.equal(leftOut, ["Redis, leases", "Redis, of this ledger", "mail, as senders say"]);
  assert.ok(found("log, reading")?.ok);
  assert.ok(tookMs < AWAY_MS, `${tookMs} ms`);
  await double.stop();
});
test("a log of its own server alone is right for one process with all roles, and wrong for one of several", async () => {
  const EVENTSTORE_URL = "esdb://127.0.0.1:1?tls=false";
  const alone = (await doctor({ EVENTSTORE_URL })).found("settings");
  assert.ok(alone?.ok);
  assert.match(alone?.says ?? "", /one single process with all roles/);
  const several = (await doctor({ EVENTSTORE_URL, POSTLEDGER_ROLES: "api" })).found("settings");
  assert.not(several?.ok);
  assert.match(several?.mend ?? "", /Set MONGODB_URL/);
});
test.run();
//# sourceMappingURL=doctorEngines.test.js.map
