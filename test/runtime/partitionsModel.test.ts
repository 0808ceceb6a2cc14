import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Lease } from '../../src/ports/lease.ts';
import { partitionsOfRole, wholeRole } from '../../src/runtime/partitions.ts';
import { type Random, seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { changedLeases, cluster } from './partitionCluster.ts';

const test = suite('partitions under leases that are gained and lost at random');

const PARTITIONS = 7;
const MOST_MEMBERS = 4;
/** The longest that a partition is kept for what is under way, and a lease without a holder. */
const LONGEST_DRAIN_MS = 15_000;
const LAPSE_MS = 6_000;
const names = partitionsOfRole('sender', PARTITIONS);

type Cluster = ReturnType<typeof cluster>;

/** A member, and what the model knows of it: the leases that it gives up are the drains that it began. */
interface Member {
  readonly process: ReturnType<Cluster['join']>;
  readonly givenUp: Set<Lease>;
  readonly leases: Map<number, Lease>;
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
interface Chance {
  readonly random: Random;
  readonly counts: Counts;
  isCalm: boolean;
}

/** Leases whose answers are lost now and then; those acquired are added to `leases`. */
function faultyLeases({ table }: Cluster, chance: Chance, leases: Map<number, Lease>) {
  const happens = (share: number) => !chance.isCalm && chance.random() < share;
  // Nobody knows of the lease any more, so nobody renews it.
  const fail = (lease: Lease) => {
    chance.counts.faults += 1;
    table.stopRenewing(lease);
    throw new Error('the leases are away');
  };
  return changedLeases((lease) => {
    if (happens(0.05)) fail(lease);
    if (happens(0.05)) table.lose(lease.name);
    const own = { ...lease, release: async () => (happens(0.1) ? fail(lease) : lease.release()) };
    leases.set(names.indexOf(lease.name), own);
    return own;
  });
}

/** Processes that join, and leave in order or not. */
function membership(pool: Cluster, chance: Chance) {
  const { random, counts } = chance;
  const members = new Map<string, Member>();
  const leaving = new Set<Promise<void>>();
  const gates = new Set<() => void>();
  const remove = () => {
    const name = [...members.keys()][Math.floor(random() * members.size)] ?? '';
    const process = members.get(name)?.process;
    members.delete(name);
    return process;
  };
  return {
    ...{ members, leaving },
    join() {
      const givenUp = new Set<Lease>();
      const leases = new Map<number, Lease>();
      const drained = async (partition: number) => {
        const lease = leases.get(partition);
        if (lease !== undefined) givenUp.add(lease);
        counts.drained += 1;
        if (!chance.isCalm && random() < 0.5) await new Promise<void>((resolve) => gates.add(resolve));
      };
      counts.joined += 1;
      const name = `member${counts.joined}`;
      const process = pool.join(name, { drained, faulty: faultyLeases(pool, chance, leases) });
      members.set(name, { process, givenUp, leases });
    },
    leave() {
      const left = remove()?.leave();
      if (left === undefined) return;
      counts.left += 1;
      leaving.add(left);
      void left.then(() => leaving.delete(left));
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

function simulation(seed: number) {
  const counts = { joined: 0, left: 0, killed: 0, lost: 0, whole: 0, drained: 0, faults: 0 };
  const chance: Chance = { random: seededRandom(seed), counts, isCalm: false };
  const upTo = (count: number) => Math.floor(chance.random() * count);
  const pool = cluster(PARTITIONS);
  const { clock, table } = pool;
  const all = membership(pool, chance);
  let whole: Lease | null = null;
  const step = async () => {
    const drawn = chance.random();
    if (drawn < 0.12 && all.members.size < MOST_MEMBERS) all.join();
    else if (drawn < 0.18) all.leave();
    else if (drawn < 0.21) all.kill();
    else if (drawn < 0.4) {
      counts.lost += 1;
      table.lose(names[upTo(PARTITIONS)] ?? '');
    } else if (drawn < 0.44) {
      counts.whole += 1;
      await whole?.release();
      whole = whole === null ? await pool.leasesOf({}).acquire(wholeRole('sender'), LAPSE_MS) : null;
    } else if (drawn < 0.6) all.drain(1 + upTo(3));
    await clock.advance(upTo(2_000));
  };
  /** No faults any more, and time for what was given up. */
  const settle = async () => {
    chance.isCalm = true;
    await whole?.release();
    all.drain(Number.POSITIVE_INFINITY);
    await clock.advance(LONGEST_DRAIN_MS + LAPSE_MS);
  };
  return { ...all, pool, counts, step, settle };
}

/** What is wrong with what the members say they hold. */
function breachesOf({ pool: { table }, members }: ReturnType<typeof simulation>): string[] {
  const breaches: string[] = [];
  for (const [name, { process, givenUp, leases }] of members) {
    for (const [partition, leaseName] of names.entries()) {
      const entry = table.entryOf(leaseName);
      const lease = leases.get(partition);
      const isOwn =
        entry?.owner === process.owner && lease?.lost === entry.lost.signal && !givenUp.has(lease);
      const expected = isOwn ? entry.takenAtMs : null;
      const held = process.held.current().has(partition);
      const sinceMs = process.held.sinceMs(partition);
      if (held !== isOwn) breaches.push(`${name} ${held ? 'holds' : 'does not hold'} partition ${partition}`);
      if (sinceMs !== expected) breaches.push(`${name} has ${partition} since ${sinceMs}, not ${expected}`);
    }
  }
  return breaches;
}

for (const seed of [SEED, SEED + 1, SEED + 2])
  test(`what is held is what the leases say, and everything is released in the end (seed ${seed})`, async () => {
    const run = simulation(seed);
    const { pool, members, leaving, counts } = run;
    for (let n = 0; n < 700; n++) {
      await run.step();
      assert.equal(breachesOf(run), [], `after step ${n} of seed ${seed}`);
    }
    await run.settle();
    if (members.size === 0) run.join();
    await pool.clock.advance(LAPSE_MS);
    assert.equal(breachesOf(run), [], `without faults, seed ${seed}`);
    const sizes = [...members.values()].map(({ process }) => process.held.current().size);
    const share = Math.ceil(PARTITIONS / members.size);
    assert.ok(Math.max(...sizes) <= share, `shares ${sizes} of ${members.size} members, seed ${seed}`);
    assert.is(
      sizes.reduce((sum, size) => sum + size, 0),
      PARTITIONS,
      `every partition is held once, seed ${seed}`,
    );
    while (members.size > 0) run.leave();
    await pool.clock.advance(LONGEST_DRAIN_MS);
    const left = { members: leaving.size, leases: pool.table.names(), sleepers: pool.clock.sleepers };
    assert.equal(left, { members: 0, leases: [], sleepers: 0 }, `seed ${seed}`);
    assert.is(pool.subscriptions(), 0, `seed ${seed}`);
    assert.ok(Math.min(...Object.values(counts)) > 5, `${JSON.stringify(counts)} with seed ${seed}`);
  });

test.run();
