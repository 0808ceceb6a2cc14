// src/runtime/follow/partitions.ts
import { untilTick, within } from "../../ports/clock.js";
import { waiters } from "../../queues/waiters.js";
var wholeRole = (role) => `${role}/whole`;
var partitionsOfRole = (role, partitions) => Array.from({ length: partitions }, (_, partition) => partitionOfRole(role, partition, partitions));
var partitionOfRole = (role, partition, partitions) => `${role}/${partition}of${partitions}`;
var LEASE_MS = 6e3;
var BEAT_MS = 1500;
var MEMBER_MS = 5e3;
var LONGEST_DRAIN_MS = 15e3;
function holdPartitions({ role, partitions, member, leaseMs = LEASE_MS, drained = async () => {
} }, { leases, hints, clock, log }, signal) {
  const held = /* @__PURE__ */ new Map();
  let current = /* @__PURE__ */ new Set();
  const changes = waiters();
  const publish = () => {
    current = new Set(held.keys());
    changes.wakeAll();
  };
  const members = membersOf(role, member, { hints, clock });
  const take = async (partition) => {
    const taken = await leases.acquire(partitionOfRole(role, partition, partitions), leaseMs);
    if (taken === null) return;
    const lease = { ...taken, sinceMs: clock.nowMs() };
    held.set(partition, lease);
    const drop = () => {
      if (held.get(partition) === lease) held.delete(partition);
      publish();
    };
    if (lease.lost.aborted) drop();
    else lease.lost.addEventListener("abort", drop, { once: true });
    publish();
  };
  const leaving = leasesGivenUp(
    drained,
    clock,
    (partition, error) => log.warn({ role, partition, err: error }, "a lease could not be given back")
  );
  const giveBack = (partition) => {
    const lease = held.get(partition);
    held.delete(partition);
    publish();
    if (lease !== void 0) leaving.add(partition, lease);
  };
  const balance = async () => {
    const isWanted = await leases.isHeld(wholeRole(role));
    const share = isWanted ? 0 : Math.ceil(partitions / members.count());
    for (const partition of [...held.keys()].slice(share)) giveBack(partition);
    const start = hashOf(member) % partitions;
    for (let step = 0; step < partitions && held.size < share && !signal.aborted; step++) {
      const partition = (start + step) % partitions;
      if (!held.has(partition) && !leaving.has(partition)) await take(partition);
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      members.say("here");
      await balance().catch((error) => log.warn({ role, err: error }, "partitions could not be balanced"));
      await clock.sleep(untilTick(clock, BEAT_MS), signal);
    }
  };
  const running = loop();
  return {
    current: () => current,
    changed: async (from, signal2) => {
      if (current === from) await changes.wait(signal2);
    },
    sinceMs: (partition) => held.get(partition)?.sinceMs ?? null,
    async release() {
      await running;
      members.close();
      for (const partition of [...held.keys()]) giveBack(partition);
      await leaving.ended();
      members.say("leaving");
    }
  };
}
function leasesGivenUp(drained, clock, onFault) {
  const leaving = /* @__PURE__ */ new Map();
  const giveBack = async (partition, lease) => {
    try {
      await within(clock, LONGEST_DRAIN_MS, drained(partition));
      await lease.release();
    } catch (error) {
      onFault(partition, error);
    }
    leaving.delete(partition);
  };
  return {
    add: (partition, lease) => void leaving.set(partition, giveBack(partition, lease)),
    has: (partition) => leaving.has(partition),
    async ended() {
      await Promise.all(leaving.values());
    }
  };
}
function membersOf(role, member, { hints, clock }) {
  const seenAtMs = /* @__PURE__ */ new Map([[member, Number.POSITIVE_INFINITY]]);
  const channel = `members:${role}`;
  const unsubscribe = hints.subscribe(channel, (message) => {
    const [name, word] = message.split(" ");
    if (name === void 0 || name === member) return;
    if (word === "leaving") seenAtMs.delete(name);
    else seenAtMs.set(name, clock.monotonicMs());
  });
  return {
    count() {
      for (const [name, atMs] of seenAtMs) {
        if (clock.monotonicMs() - atMs > MEMBER_MS) seenAtMs.delete(name);
      }
      return seenAtMs.size;
    },
    say: (word) => hints.publish(channel, `${member} ${word}`),
    close: () => unsubscribe()
  };
}
function hashOf(text) {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = hash * 31 + text.charCodeAt(at) >>> 0;
  return hash;
}
export {
  holdPartitions,
  partitionsOfRole,
  wholeRole
};
//# sourceMappingURL=partitions.js.map
