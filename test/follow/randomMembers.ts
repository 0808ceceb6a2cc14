import { partitionsOfRole } from '../../src/follow/partitions.ts';
import type { Lease, Leases } from '../../src/ports/lease.ts';
import type { Random } from '../support/seededRandom.ts';
import type { cluster } from './partitionCluster.ts';

export const PARTITIONS = 7;
/** The name of each partition's lease, in order. */
export const leaseNames = partitionsOfRole('sender', PARTITIONS);

type Cluster = ReturnType<typeof cluster>;

/** A member, and what the model knows of it. */
interface Member {
  readonly process: ReturnType<Cluster['join']>;
  /** Leases of partitions that it gave up. */
  readonly givenUp: Set<Lease>;
  /** The lease that it acquired last, by partition. */
  readonly leases: Map<number, Lease>;
  /** Since when something of a partition that was given up is under way. */
  readonly drainingSinceMs: Map<number, number>;
}

interface Counts {
  joined: number;
  left: number;
  killed: number;
  lost: number;
  whole: number;
  drained: number;
  faults: number;
}

/** What happens at random, until it is calm. */
export interface Chance {
  readonly random: Random;
  readonly counts: Counts;
  isCalm: boolean;
}

/** Leases that are slow, fail, or are lost now and then; those acquired are in `leases` by their partition. */
function faultyLeases({ clock, table }: Cluster, chance: Chance, leases: Map<number, Lease>) {
  const happens = (share: number) => !chance.isCalm && chance.random() < share;
  // No process knows of the lease any more, so none renews it.
  const fail = (lease: Lease) => {
    chance.counts.faults += 1;
    table.stopRenewing(lease);
    throw new Error('the leases are away');
  };
  const acquired = (lease: Lease) => {
    leases.delete(leaseNames.indexOf(lease.name));
    if (happens(0.05)) fail(lease);
    if (happens(0.05)) table.lose(lease.name);
    const lost = new AbortController();
    let isLate = false;
    const lose = () => (isLate ? void clock.sleep(10_000).then(() => lost.abort()) : lost.abort());
    if (lease.lost.aborted) lose();
    else lease.lost.addEventListener('abort', lose);
    const release = async () => {
      if (happens(0.1)) fail(lease);
      isLate = happens(0.5);
      await lease.release();
    };
    const own = { ...lease, lost: lost.signal, release };
    leases.set(leaseNames.indexOf(lease.name), own);
    return own;
  };
  return (all: Leases): Leases => ({
    ...all,
    async acquire(name, ttlMs) {
      if (happens(0.1)) await clock.sleep(1_000);
      const lease = await all.acquire(name, ttlMs);
      return lease && acquired(lease);
    },
  });
}

/** Processes that join, and leave in order or not. */
export function membership(pool: Cluster, chance: Chance) {
  const { random, counts } = chance;
  const members = new Map<string, Member>();
  const leaving = new Set<Promise<void>>();
  const breaches: string[] = [];
  const gates = new Set<() => void>();
  const remove = () => {
    const name = [...members.keys()][Math.floor(random() * members.size)] ?? '';
    const process = members.get(name)?.process;
    members.delete(name);
    return process;
  };
  return {
    ...{ members, leaving, breaches },
    join() {
      const givenUp = new Set<Lease>();
      const leases = new Map<number, Lease>();
      const drainingSinceMs = new Map<number, number>();
      const drained = async (partition: number) => {
        const lease = leases.get(partition);
        if (lease !== undefined) givenUp.add(lease);
        counts.drained += 1;
        drainingSinceMs.set(partition, pool.clock.nowMs());
        if (!chance.isCalm && random() < 0.5) await new Promise<void>((resolve) => gates.add(resolve));
        drainingSinceMs.delete(partition);
      };
      counts.joined += 1;
      const name = `member${counts.joined}`;
      const process = pool.join(name, { drained, faulty: faultyLeases(pool, chance, leases) });
      members.set(name, { process, givenUp, leases, drainingSinceMs });
    },
    leave() {
      const process = remove();
      if (process === undefined) return;
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
    drain(count: number) {
      for (const open of [...gates].slice(0, count)) {
        gates.delete(open);
        open();
      }
    },
  };
}
