import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { wholeRole } from '../../src/follow/partitions.ts';
import type { Lease } from '../../src/ports/lease.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { cluster } from './partitionCluster.ts';
import { type Chance, leaseNames, membership, PARTITIONS } from './randomMembers.ts';

const test = suite('partitions under leases that are gained and lost at random');

const MOST_MEMBERS = 4;
/** How long a partition is held at most for what is under way, and a lease without a holder. */
const LONGEST_DRAIN_MS = 15_000;
const LAPSE_MS = 6_000;

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
      table.lose(leaseNames[upTo(PARTITIONS)] ?? '');
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
function breachesOf({ pool: { clock, table }, members, breaches }: ReturnType<typeof simulation>): string[] {
  const found = [...breaches];
  for (const [name, { process, givenUp, leases, drainingSinceMs }] of members) {
    for (const [partition, leaseName] of leaseNames.entries()) {
      const entry = table.entryOf(leaseName);
      const lease = leases.get(partition);
      const isOwn = entry?.owner === process.owner && lease !== undefined && !givenUp.has(lease);
      const expected = isOwn ? entry.takenAtMs : null;
      const held = process.held.current().has(partition);
      const sinceMs = process.held.sinceMs(partition);
      if (held !== isOwn) found.push(`${name} ${held ? 'holds' : 'does not hold'} partition ${partition}`);
      if (sinceMs !== expected) found.push(`${name} has ${partition} since ${sinceMs}, not ${expected}`);
      const drainedFromMs = drainingSinceMs.get(partition) ?? Number.NEGATIVE_INFINITY;
      if (held && clock.nowMs() - drainedFromMs < LONGEST_DRAIN_MS)
        found.push(`${name} holds partition ${partition} again before it is drained`);
    }
  }
  return found;
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
    await pool.clock.advance(0);
    assert.equal(breachesOf(run), [], `in the end, seed ${seed}`);
    const left = { members: leaving.size, leases: pool.table.names(), sleepers: pool.clock.sleepers };
    assert.equal(left, { members: 0, leases: [], sleepers: 0 }, `seed ${seed}`);
    assert.is(pool.subscriptions(), 0, `seed ${seed}`);
    assert.ok(Math.min(...Object.values(counts)) > 5, `${JSON.stringify(counts)} with seed ${seed}`);
  });

test.run();
