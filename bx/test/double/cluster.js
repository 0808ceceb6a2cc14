// test/double/cluster.ts
import { openEventLog } from "./eventLog.js";
import { startDouble } from "./eventStoreServer.js";
import { memoryJournal } from "./journal.js";
var STALE_AFTER_FREEZE_MS = 1200;
var STALE_AFTER_ELECTION_MS = 300;
var UNINDEXED_MS = 100;
async function startCluster(version = "23.10") {
  const log = openEventLog(memoryJournal, /* @__PURE__ */ new Set(), version);
  const nodes = [];
  const gone = /* @__PURE__ */ new Set();
  const cut = /* @__PURE__ */ new Set();
  let leader = 0;
  let hasQuorum = true;
  let held = [];
  const views = [0, 1, 2].map(() => viewOf(log));
  const ledAtFreeze = /* @__PURE__ */ new Set();
  const deluded = /* @__PURE__ */ new Set();
  const timers = /* @__PURE__ */ new Set();
  const later = (ms, action) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, ms);
    timers.add(timer);
  };
  const portOf = (node) => nodes[node]?.port ?? 0;
  for (const [node, { seen }] of views.entries())
    nodes.push(
      await startDouble({
        version,
        cluster: {
          log: seen,
          leader: () => hasQuorum && !cut.has(node) && !cut.has(leader) ? portOf(leader) : null,
          isLeader: () => leader === node || deluded.has(node),
          hasQuorum: () => hasQuorum && !deluded.has(node),
          // What only a leader of the past has is cut off.
          hold: (write) => void (deluded.has(node) || held.push(write)),
          members: () => [0, 1, 2].filter((one) => !gone.has(one)).map(portOf)
        }
      })
    );
  return {
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}?tls=false`,
    nodes,
    leader: () => leader,
    elect(node) {
      leader = node;
      held = [];
      const view = views[node];
      const sinceMs = Date.now() - UNINDEXED_MS;
      const unindexed = log.records.findIndex(({ createdMs }) => createdMs >= sinceMs);
      view?.stop(unindexed === -1 ? log.records.length : unindexed);
      later(STALE_AFTER_ELECTION_MS, () => view?.goOn());
    },
    freezeNode(node) {
      nodes[node]?.gate.freeze();
      views[node]?.stop(log.records.length);
      if (leader === node) ledAtFreeze.add(node);
    },
    thawNode(node) {
      if (ledAtFreeze.delete(node) && leader !== node) deluded.add(node);
      later(STALE_AFTER_FREEZE_MS, () => {
        deluded.delete(node);
        views[node]?.goOn();
      });
      nodes[node]?.gate.thaw();
    },
    loseQuorum() {
      hasQuorum = false;
    },
    async regainQuorum() {
      const written = held;
      held = [];
      for (const write of written) await write();
      hasQuorum = true;
    },
    cutOff: (node) => {
      cut.add(node);
      nodes[node]?.gate.notReadyFor(Number.POSITIVE_INFINITY);
    },
    rejoin: (node) => {
      cut.delete(node);
      nodes[node]?.gate.notReadyFor(0);
    },
    freezeReplication: (node) => views[node]?.stop(log.records.length),
    async stopNode(node) {
      gone.add(node);
      await nodes[node]?.stop();
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      for (const [node, one] of nodes.entries()) if (!gone.has(node)) await one.stop();
    }
  };
}
function viewOf(log) {
  let end = null;
  const listeners = /* @__PURE__ */ new Set();
  const seen = {
    ...log,
    get records() {
      return end === null ? log.records : log.records.slice(0, end);
    },
    stream(name) {
      const records = log.stream(name);
      if (end === null || records === null || records === "tombstoned") return records;
      const horizon = log.records[end - 1]?.position ?? -1;
      const kept = records.filter(({ position }) => position <= horizon);
      return kept.length === 0 ? null : kept;
    },
    onGrowth(listener) {
      const stop = log.onGrowth(listener);
      listeners.add(listener);
      return () => {
        stop();
        listeners.delete(listener);
      };
    }
  };
  return {
    seen,
    stop(at) {
      end = at;
    },
    goOn() {
      end = null;
      for (const listener of listeners) listener();
    }
  };
}
export {
  startCluster
};
//# sourceMappingURL=cluster.js.map
