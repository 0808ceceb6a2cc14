// src/cli/doctor/engineChecks.ts
import { randomUUID } from "node:crypto";
import { BEGINNING } from "../../events/event.js";
import { silentLog } from "../silentLog.js";
import { fine, unusable, wrong } from "./check.js";
var PROBE_LEASE_MS = 5e3;
var CALL_MS = 1500;
var EVENTSTORE = "EventStoreDB";
var MONGODB = "MongoDB";
var REDIS = "Redis";
var LEDGER_ENGINES = [EVENTSTORE, MONGODB];
function engineChecks({
  EVENTSTORE_URL,
  MONGODB_URL,
  REDIS_URL
}) {
  return [
    EVENTSTORE_URL === void 0 ? [] : [eventStoreCheck(EVENTSTORE_URL)],
    MONGODB_URL === void 0 ? [] : mongoChecks(MONGODB_URL),
    REDIS_URL === void 0 ? [] : redisChecks(REDIS_URL)
  ];
}
function eventStoreCheck(url) {
  return {
    name: EVENTSTORE,
    run: async () => {
      const { openEventStoreDb } = await import("../../adapters/eventstoredb/open.js");
      const { clusterAsker } = await import("../../adapters/eventstoredb/gossip.js");
      const options = { callMs: CALL_MS, attemptMs: CALL_MS };
      const opened = openEventStoreDb(url, { clock: await systemClock(), log: silentLog, ...options });
      return closing(opened, async () => {
        const cluster = await clusterAsker(url)();
        const nodes = clusterText(cluster);
        if (cluster.answering === 0)
          return unusable(
            `${nodes}: ${cluster.reason ?? "no answer within a second"}`,
            "See whether it runs, and whether EVENTSTORE_URL names its hosts and ports."
          );
        if (cluster.leader === null)
          return unusable(
            nodes,
            "Nothing is written or read until more than half of the nodes are together."
          );
        return judgedProbe(nodes, await opened.probe());
      });
    }
  };
}
function clusterText({ nodes, answering, leader }) {
  const answer = nodes === 1 ? answering === 0 ? "it does not answer" : "it answers" : null;
  const answers = answer ?? `${answering} of ${nodes} nodes answer`;
  if (answering === 0) return answers;
  return `${answers}, ${leader === null ? "no node leads" : `node ${leader} leads`}`;
}
function judgedProbe(nodes, { serverVersion, readMs, writable }) {
  const says = `version ${serverVersion}; ${nodes}`;
  if (readMs === null)
    return unusable(
      `${says}; this user may not read $all, which is all that the service reads`,
      "Grant it by $all's access control list: operations.md has the command."
    );
  if (!writable)
    return wrong(`${says}; this user may not append`, "Give the user the right to write to streams.");
  return fine(`${says}; the end of the log is read in ${readMs.toFixed(0)} ms`);
}
function mongoChecks(url) {
  const open = async (callMs) => {
    const { openMongo } = await import("../../adapters/mongodb/open.js");
    return openMongo(url, { clock: await systemClock(), log: silentLog, callMs });
  };
  return [
    {
      name: MONGODB,
      run: async () => closing(await open(CALL_MS), async (opened) => {
        const { version, topology, problems } = await opened.probe();
        return judged(`version ${version}, ${topology}`, problems);
      })
    },
    {
      name: "MongoDB, writing",
      needs: [MONGODB],
      run: async () => closing(await open(), async ({ documents }) => {
        const name = `doctor_${randomUUID().slice(0, 8)}`;
        const probe = await documents.collection({ name, indexes: { byWord: ["word"] } });
        try {
          await probe.writeMany([{ key: "a", position: BEGINNING, document: { word: "well" } }]);
          const found = await probe.page({ index: "byWord", equals: ["well"], limit: 1 });
          if (found.length === 1)
            return fine("creates collections and indexes, writes by majority, reads back");
          return wrong("what was written is not found by its index", "Read the log of MongoDB.");
        } finally {
          await documents.drop(name);
        }
      })
    }
  ];
}
function redisChecks(url) {
  const open = async () => {
    const { openRedis } = await import("../../adapters/redis/open.js");
    const { randomIds } = await import("../../adapters/node/randomIds.js");
    return openRedis(url, { clock: await systemClock(), ids: randomIds, log: silentLog });
  };
  return [
    {
      name: REDIS,
      run: async () => closing(await open(), async (opened) => {
        const { version, problems } = await opened.probe();
        return judged(`version ${version}`, problems);
      })
    },
    {
      name: "Redis, leases",
      needs: [REDIS],
      run: async () => closing(await open(), async ({ leases }) => {
        const lease = await leases.acquire(`doctor/${randomUUID()}`, PROBE_LEASE_MS);
        if (lease === null) return wrong("gives no lease", "See whether this user may write.");
        await lease.release();
        return fine("a lease was taken and given back");
      })
    }
  ];
}
function judged(says, problems) {
  return problems.length === 0 ? fine(`${says}, clock in step`) : wrong(says, problems.join(" "));
}
async function systemClock() {
  return (await import("../../adapters/node/systemClock.js")).systemClock;
}
async function closing(opened, action) {
  try {
    return await action(opened);
  } finally {
    await opened.close();
  }
}
export {
  LEDGER_ENGINES,
  engineChecks
};
//# sourceMappingURL=engineChecks.js.map
