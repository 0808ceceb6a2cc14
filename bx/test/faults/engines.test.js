// test/faults/engines.test.ts
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { eventually } from "../e2e/eventually.js";
import { needs } from "../servers/requires.js";
import { nodeArguments } from "../support/project.js";
import { settleAccounts } from "./accounts.js";
import { LATER, LATER_BY_MS, startFleet } from "./fleet.js";
import { INTERRUPTIONS } from "./interruptions.js";
import { settled } from "./openEnds.js";
import { shopOrder } from "./orders.js";
import { startWorkload } from "./workload.js";
needs("mongo", "redis");
var test = suite("every engine and worker fails under load");
var CLIENTS = 6;
var PAUSE_MS = 400;
var WORKER_PAUSED_MS = 2e4;
var MOST_IN_HAND = 64 * 2;
var IN_HAND_MS = 2e4;
var CRASHING = nodeArguments("test/faults/crashingService");
test("one api and two worker processes: nothing lost, nothing charged twice, nothing sent twice unclaimed", async () => {
  const fleet = await startFleet();
  let workload = null;
  try {
    const workers = await Promise.all([fleet.startWorker(), fleet.startWorker()]);
    const target = { url: fleet.api.url, key: fleet.key };
    workload = startWorkload(() => target, shopOrder, CLIENTS, PAUSE_MS);
    await ordeal(fleet, workers, workload);
  } finally {
    workload?.abandon();
    await fleet.close();
  }
});
async function ordeal(fleet, workers, workload) {
  const { engines, ledger } = fleet;
  let [first, second] = workers;
  await flowing(fleet, workload, "the start");
  for (const engine of [engines.eventStore, engines.mongo, engines.redis]) {
    for (const interruption of INTERRUPTIONS) {
      const refusedBefore = workload.unavailable.length;
      const unansweredBefore = workload.unanswered.length;
      const acceptedBefore = workload.acknowledged.size;
      const struck = interruption.strike(engine);
      if (interruption.isAway && engine === engines.eventStore) {
        await sleep(1e3);
        assert.is(await statusOf(fleet, "/v1/contacts"), 200, "reads go on while the log is away");
      }
      await struck;
      const what = `${engine.name} ${interruption.name}`;
      if (interruption.isAway && engine === engines.eventStore) {
        assert.ok(workload.unavailable.length > refusedBefore, `${what}: sends are answered 503`);
        assert.equal(
          workload.unanswered.slice(unansweredBefore),
          [],
          `${what}: every send is answered in time`
        );
      }
      if (engine === engines.redis)
        assert.ok(
          workload.acknowledged.size > acceptedBefore,
          `${what}: messages are accepted without Redis`
        );
      await flowing(fleet, workload, what);
    }
  }
  for (let n = 0; n < 3; n++) {
    await emptied(engines.redis.directUrl);
    await sleep(1e3);
  }
  await flowing(fleet, workload, "Redis emptied");
  const kills = [];
  await first.kill();
  kills.push(Date.now());
  await flowing(fleet, workload, "a worker killed");
  const crashing = { program: CRASHING, args: ["after-mail", "10"] };
  await fleet.startWorker(crashing).then(
    ({ ended }) => ended,
    (error) => assert.match(String(error), "ended with null")
  );
  kills.push(Date.now());
  await flowing(fleet, workload, "a worker killed after a hand-over");
  first = await fleet.startWorker();
  second.pause();
  await sleep(WORKER_PAUSED_MS);
  second.resume();
  await flowing(fleet, workload, `a worker stopped for ${WORKER_PAUSED_MS / 1e3} s`);
  await workload.finish();
  const lastKill = Math.max(...kills);
  const open = await settled(
    ledger,
    ({ untouched, claimedAtMs, unscheduled, unposted }) => untouched + unscheduled + unposted === 0 && claimedAtMs.every((atMs) => atMs <= lastKill)
  );
  const interrupted = open.claimedAtMs.length;
  const agesMs = open.claimedAtMs.map(
    (atMs) => Math.min(...kills.map((killedAtMs) => killedAtMs - atMs).filter((ageMs) => ageMs >= 0))
  );
  assert.equal(
    agesMs.filter((ageMs) => ageMs > IN_HAND_MS),
    [],
    "only what a killed worker had in hand stays claimed"
  );
  assert.ok(interrupted > 0 && interrupted <= MOST_IN_HAND, `${interrupted} claims were interrupted`);
  await Promise.all([first.stop(), second.stop()]);
  [first, second] = await Promise.all([
    fleet.startWorker({ roles: "projector" }),
    fleet.startWorker({ roles: "sender,dispatcher", ...LATER })
  ]);
  await settled(
    ledger,
    ({ untouched, claimedAtMs, delayed, unscheduled, unposted, putOff }) => untouched + claimedAtMs.length + delayed + unscheduled + unposted + putOff === 0
  );
  const sums = await settleAccounts(fleet, workload, LATER_BY_MS);
  assert.ok(sums.repeated > 0, "the message handed over just before a kill is sent again");
  assert.not.ok(
    workload.unavailable.some((retryAfter) => !(Number(retryAfter) > 0)),
    "every 503 says when to try again"
  );
  const verdict = await fleet.cli("projections", "verify");
  assert.not.match(verdict, /DIFFERENT/);
  console.log(
    `${sums.messages} messages to ${sums.live} live and ${sums.simulated} simulated recipients; ${sums.transactions} SMTP transactions, ${sums.repeated} repeated after ${interrupted} interrupted claims and ${open.delayed} broken transactions; ${sums.reported} events reported in ${sums.posts} webhooks; ${workload.unavailable.length} answers 503, ${workload.unanswered.length} calls unanswered; lost: 0 messages, 0 webhook events; charged twice: 0; read models: same as the log`
  );
}
async function flowing(fleet, workload, after) {
  const { sink, receiver } = fleet;
  const accepted = workload.acknowledged.size + 10;
  const sent = sink.received.length + 5;
  const posted = receiver.received.length + 5;
  const startedAtMs = performance.now();
  const goesOn = async () => {
    await eventually(
      `work goes on after ${after}`,
      () => workload.acknowledged.size >= accepted && sink.received.length >= sent && receiver.received.length >= posted,
      6e4
    );
    await settled(fleet.ledger, ({ untouched }) => untouched === 0, Date.now());
  };
  await goesOn().catch((error) => {
    const missing = [
      accepted - workload.acknowledged.size,
      sent - sink.received.length,
      posted - receiver.received.length
    ];
    console.log(
      `missing: accepted ${missing[0]}, sent ${missing[1]}, posted ${missing[2]}
${fleet.outputs()}`
    );
    throw error;
  });
  console.log(`${after}: work goes on after ${((performance.now() - startedAtMs) / 1e3).toFixed(1)} s`);
}
async function statusOf({ api, key }, path) {
  const answer = await fetch(api.url + path, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return answer.status;
}
async function emptied(url) {
  const redis = new Redis(url);
  await redis.flushall();
  redis.disconnect();
}
test.run();
//# sourceMappingURL=engines.test.js.map
