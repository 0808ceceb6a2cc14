// test/faults/brokenLease.test.ts
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { needs } from "../servers/requires.js";
import { nodeArguments } from "../support/project.js";
import { settleAccounts } from "./accounts.js";
import { LATER, LATER_BY_MS, startFleet } from "./fleet.js";
import { settled } from "./openEnds.js";
import { shopOrder } from "./orders.js";
import { watchCheckpoints } from "./watchCheckpoints.js";
import { startWorkload } from "./workload.js";
needs("mongo", "redis");
var test = suite("two workers that both hold every partition");
var CLIENTS = 8;
var PAUSE_MS = 400;
var RUN_MS = 8e3;
var PAUSED_MS = 5e3;
var TRUSTING = nodeArguments("test/faults/trustingService");
test("nothing is sent twice, read models are right, no checkpoint moves back", async () => {
  const fleet = await startFleet();
  let workload = null;
  try {
    const workers = await Promise.all([
      fleet.startWorker({ program: TRUSTING }),
      fleet.startWorker({ program: TRUSTING })
    ]);
    const target = { url: fleet.api.url, key: fleet.key };
    workload = startWorkload(() => target, shopOrder, CLIENTS, PAUSE_MS);
    await race(fleet, workers, workload);
  } finally {
    workload?.abandon();
    await fleet.close();
  }
});
async function race(fleet, workers, workload) {
  const { ledger, sink, engines } = fleet;
  const checkpoints = await watchCheckpoints(engines.mongo.directUrl);
  try {
    await sleep(RUN_MS);
    workers[0].pause();
    await sleep(PAUSED_MS);
    workers[0].resume();
    await sleep(RUN_MS);
    await workload.finish();
    await settled(
      ledger,
      ({ untouched, claimedAtMs, unscheduled, unposted }) => untouched + claimedAtMs.length + unscheduled + unposted === 0
    );
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all([
      fleet.startWorker({ roles: "projector" }),
      fleet.startWorker({ roles: "sender,dispatcher", ...LATER })
    ]);
    await settled(
      ledger,
      ({ delayed, unscheduled, unposted, putOff }) => delayed + unscheduled + unposted + putOff === 0
    );
    const sums = await settleAccounts(fleet, workload, LATER_BY_MS);
    assert.is(sums.repeated, 0, "messages sent twice");
    assert.is(sink.received.length, sums.live, "one transaction a live recipient");
    assert.not.match(await fleet.cli("projections", "verify"), /DIFFERENT/);
    const { looks, seen, movedBack } = await checkpoints.end();
    assert.ok(seen > 0, "checkpoints were seen");
    assert.equal(movedBack, [], "checkpoints that moved back");
    const races = workers.map((worker) => /claims won (\d+) lost (\d+)/.exec(worker.output()) ?? []);
    const won = races.map(([, times]) => Number(times));
    const lost = races.map(([, , times]) => Number(times));
    assert.ok(
      won.every((times) => times > 0),
      `both workers sent: ${won}`
    );
    assert.ok(
      lost.some((times) => times > 0),
      `they raced for claims: ${lost}`
    );
    console.log(
      `${sums.messages} messages, ${sums.live} sent live in ${sums.transactions} transactions; claims won ${won.join(" and ")}, lost ${lost.join(" and ")}; ${sums.reported} events reported in ${sums.posts} webhooks; ${seen} checkpoints looked at ${looks} times: none moved back; sent twice: 0; read models: same as the log`
    );
  } finally {
    await checkpoints.end();
  }
}
test.run();
//# sourceMappingURL=brokenLease.test.js.map
