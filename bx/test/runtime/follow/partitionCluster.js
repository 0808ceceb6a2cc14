// test/runtime/follow/partitionCluster.ts
import { holdPartitions } from "../../../src/runtime/follow/partitions.js";
import { manualClock } from "../../support/manualClock.js";
import { quietLog } from "../../support/quietLog.js";
function leaseTable(clock) {
  const table = /* @__PURE__ */ new Map();
  const dead = /* @__PURE__ */ new Set();
  const isLapsed = ({ diedAtMs, ttlMs }) => diedAtMs !== null && clock.nowMs() >= diedAtMs + ttlMs;
  const entryOf = (name) => {
    const entry = table.get(name);
    if (entry === void 0 || !isLapsed(entry)) return entry;
    table.delete(name);
    return void 0;
  };
  const leasesOf = (owner) => ({
    async acquire(name, ttlMs) {
      if (dead.has(owner) || entryOf(name) !== void 0) return null;
      const lost = new AbortController();
      const entry = { owner, ttlMs, takenAtMs: clock.nowMs(), lost, diedAtMs: null };
      table.set(name, entry);
      const release = async () => {
        if (table.get(name) === entry && !dead.has(owner)) table.delete(name);
        lost.abort();
      };
      return { name, lost: lost.signal, release };
    },
    isHeld: async (name) => entryOf(name) !== void 0,
    close: async () => {
    }
  });
  const die = (entry) => {
    entry.diedAtMs ??= clock.nowMs();
  };
  return {
    leasesOf,
    entryOf,
    names: () => [...table.keys()].filter((name) => entryOf(name) !== void 0),
    /** Whether the owner has the lease and goes on renewing it. */
    isRenewed: (name, owner) => table.get(name)?.owner === owner && table.get(name)?.diedAtMs === null,
    /** The lease is no longer renewed: it lapses. */
    stopRenewing({ name, lost }) {
      const entry = table.get(name);
      if (entry?.lost.signal === lost) die(entry);
    },
    /** The lease ends, and its holder is notified. */
    lose(name) {
      table.get(name)?.lost.abort();
      table.delete(name);
    },
    kill(owner) {
      for (const entry of table.values()) if (entry.owner === owner) die(entry);
      dead.add(owner);
    }
  };
}
function signalBus() {
  const handlers = /* @__PURE__ */ new Map();
  const hints = {
    publish: (channel, message) => handlers.get(channel)?.forEach((handler) => void handler(message)),
    subscribe(channel, handler) {
      const set = handlers.get(channel) ?? /* @__PURE__ */ new Set();
      handlers.set(channel, set.add(handler));
      return () => set.delete(handler);
    },
    close: async () => {
    }
  };
  return { hints, subscriptions: () => [...handlers.values()].reduce((sum, { size }) => sum + size, 0) };
}
function cluster(partitions = 16) {
  const clock = manualClock();
  const table = leaseTable(clock);
  const bus = signalBus();
  return {
    ...{ clock, table, leasesOf: table.leasesOf, subscriptions: bus.subscriptions },
    join(member, { drained, faulty = (leases) => leases } = {}) {
      const owner = {};
      const stop = new AbortController();
      const ended = [];
      const subscribe = (channel, handler) => {
        const unsubscribe = bus.hints.subscribe(channel, handler);
        ended.push(unsubscribe);
        return unsubscribe;
      };
      const held = holdPartitions(
        { role: "sender", partitions, member, ...drained && { drained } },
        { leases: faulty(table.leasesOf(owner)), hints: { ...bus.hints, subscribe }, clock, log: quietLog },
        stop.signal
      );
      return {
        ...{ member, owner, held },
        async leave() {
          stop.abort();
          await held.release();
        },
        /** SIGKILL: no word, no release; the leases lapse. */
        kill() {
          table.kill(owner);
          stop.abort();
          for (const end of ended) end();
        }
      };
    }
  };
}
var changedLeases = (change) => (leases) => ({
  ...leases,
  async acquire(name, ttlMs) {
    const lease = await leases.acquire(name, ttlMs);
    return lease && change(lease);
  }
});
export {
  changedLeases,
  cluster
};
//# sourceMappingURL=partitionCluster.js.map
