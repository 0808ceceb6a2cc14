// test/runtime/follow/randomMembers.ts
import { partitionsOfRole } from "../../../src/runtime/follow/partitions.js";
var PARTITIONS = 7;
var leaseNames = partitionsOfRole("sender", PARTITIONS);
function faultyLeases({ clock, table }, chance, leases) {
  const happens = (share) => !chance.isCalm && chance.random() < share;
  const fail = (lease) => {
    chance.counts.faults += 1;
    table.stopRenewing(lease);
    throw new Error("the leases are away");
  };
  const acquired = (lease) => {
    leases.delete(leaseNames.indexOf(lease.name));
    if (happens(0.05)) fail(lease);
    if (happens(0.05)) table.lose(lease.name);
    const lost = new AbortController();
    let isLate = false;
    const lose = () => isLate ? void clock.sleep(1e4).then(() => lost.abort()) : lost.abort();
    if (lease.lost.aborted) lose();
    else lease.lost.addEventListener("abort", lose);
    const release = async () => {
      if (happens(0.1)) fail(lease);
      isLate = happens(0.5);
      await lease.release();
    };
    const own = { ...lease, lost: lost.signal, release };
    leases.set(leaseNames.indexOf(lease.name), own);
    return own;
  };
  return (all) => ({
    ...all,
    async acquire(name, ttlMs) {
      if (happens(0.1)) await clock.sleep(1e3);
      const lease = await all.acquire(name, ttlMs);
      return lease && acquired(lease);
    }
  });
}
function membership(pool, chance) {
  const { random, counts } = chance;
  const members = /* @__PURE__ */ new Map();
  const leaving = /* @__PURE__ */ new Set();
  const breaches = [];
  const gates = /* @__PURE__ */ new Set();
  const remove = () => {
    const name = [...members.keys()][Math.floor(random() * members.size)] ?? "";
    const process = members.get(name)?.process;
    members.delete(name);
    return process;
  };
  return {
    ...{ members, leaving, breaches },
    join() {
      const givenUp = /* @__PURE__ */ new Set();
      const leases = /* @__PURE__ */ new Map();
      const drainingSinceMs = /* @__PURE__ */ new Map();
      const drained = async (partition) => {
        const lease = leases.get(partition);
        if (lease !== void 0) givenUp.add(lease);
        counts.drained += 1;
        drainingSinceMs.set(partition, pool.clock.nowMs());
        if (!chance.isCalm && random() < 0.5) await new Promise((resolve) => gates.add(resolve));
        drainingSinceMs.delete(partition);
      };
      counts.joined += 1;
      const name = `member${counts.joined}`;
      const process = pool.join(name, { drained, faulty: faultyLeases(pool, chance, leases) });
      members.set(name, { process, givenUp, leases, drainingSinceMs });
    },
    leave() {
      const process = remove();
      if (process === void 0) return;
      counts.left += 1;
      const left = process.leave().then(() => {
        leaving.delete(left);
        const unreleased = leaseNames.filter((name) => pool.table.isRenewed(name, process.owner));
        if (unreleased.length > 0) breaches.push(`${process.member} has left and still holds ${unreleased}`);
      });
      leaving.add(left);
    },
    kill() {
      remove()?.kill();
      counts.killed += 1;
    },
    /** What was under way is done for some of the partitions that were given up. */
    drain(count) {
      for (const open of [...gates].slice(0, count)) {
        gates.delete(open);
        open();
      }
    }
  };
}
export {
  PARTITIONS,
  leaseNames,
  membership
};
//# sourceMappingURL=randomMembers.js.map
