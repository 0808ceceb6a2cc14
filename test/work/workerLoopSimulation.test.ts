import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { WorkResult } from '../../src/work/worker.ts';
import { WINDOW } from '../support/freePace.ts';
import { manualClock } from '../support/manualClock.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { told } from '../support/told.ts';
import { runningLoop } from './runningLoop.ts';
import { positionOf, workTable } from './workTable.ts';

const test = suite('a worker loop, simulated');

const LANES = 24;
const PARTITIONS = 2;
/** So long something new comes each second; what is left then has the rest. */
const BUSY_SECONDS = RUN_ALL ? 3_000 : 600;
const SECONDS = BUSY_SECONDS + 2_400;
const LOST_HINTS = 0.3;
const LAG_MS = 400;
const LONGEST_RUN_MS = 3_000;
/** What may be started is started within this: a round of the sweep over a few hundred items, and a rest. */
const BOUND_MS = 8_000;
/** A lane without a grant and without a notification asks again after this. */
const ASKS_AGAIN_MS = 60_000;

interface Item {
  readonly partition: number;
  readonly lane: string;
  dueAtMs: number;
  isFolded: boolean;
  isUnderWay: boolean;
  isDone: boolean;
  isFaulty: boolean;
  /** By the time that passes. */
  heldUntilMs: number;
  startableSinceMs: number | null;
}

interface Lane {
  isOpen: boolean;
  /** Until when the loop need not know that it was opened. */
  unheardUntilMs: number;
}

async function simulate(seed: number) {
  const random = seededRandom(seed);
  const clock = manualClock();
  const items = new Map<string, Item>();
  const lanes = new Map<string, Lane>();
  const breaches: string[] = [];
  const counts = { items: 0, runs: 0, closed: 0, moved: 0, steps: 0, again: 0, faults: 0 };
  let log = 1;
  const laneOf = (name: string): Lane => {
    const lane = lanes.get(name) ?? { isOpen: true, unheardUntilMs: 0 };
    lanes.set(name, lane);
    return lane;
  };
  /** The index follows after a while. */
  const unfolded = new Set<number>();
  const write = (key: string, at: number, isOver: boolean) => {
    unfolded.add(at);
    void clock.sleep(1 + random() * LAG_MS).then(() => {
      unfolded.delete(at);
      const item = items.get(key);
      if (item === undefined) return;
      const { partition, lane, dueAtMs } = item;
      item.isFolded = true;
      loop.table.fold(key, positionOf(at), isOver ? null : { partition, lane, dueAtMs });
      if (isOver) items.delete(key);
      else loop.news.wrote([{ document: { partition, lane, dueAtMs } }]);
    });
  };
  const run = async (key: string): Promise<WorkResult> => {
    const item = items.get(key);
    counts.runs++;
    if (item === undefined || item.isDone) breaches.push(`${key} was started although it is done`);
    if (item?.isUnderWay) breaches.push(`${key} was started twice at once`);
    if (item === undefined) return { position: positionOf(log) };
    item.isUnderWay = true;
    item.startableSinceMs = null;
    await clock.sleep(random() * LONGEST_RUN_MS);
    item.isUnderWay = false;
    const end = random();
    if (end < 0.1 && !item.isFaulty) {
      item.isFaulty = true;
      item.heldUntilMs = clock.monotonicMs() + 1_000;
      counts.faults++;
      throw new Error('its blob is missing');
    }
    if (end < 0.25) {
      counts.again++;
      const retryAfterMs = Math.floor(random() * 40_000);
      item.heldUntilMs = clock.monotonicMs() + retryAfterMs;
      return { retryAfterMs, why: 'later' };
    }
    log++;
    item.isFolded = false;
    item.isDone = end >= 0.4;
    if (!item.isDone) item.dueAtMs = clock.nowMs() + Math.floor(random() * 120_000) - 20_000;
    write(key, log, item.isDone);
    return { position: positionOf(log) };
  };
  const admit = async (lane: string, wanted: number) => {
    const granted = laneOf(lane.split('/', 1)[0] ?? lane).isOpen ? wanted : 0;
    return { granted, retryAfterMs: granted === wanted ? 0 : 36_000_000, window: WINDOW };
  };
  const ownerOf = (lane: string) => lane.split('/', 1)[0] ?? lane;
  const worker = { run, admit, ownerOf, refund: async () => {} };
  const indexPosition = () => positionOf(unfolded.size === 0 ? log : Math.min(...unfolded) - 1);
  const loop = runningLoop(clock, worker, workTable(), indexPosition);
  loop.held.add(1);

  const arrive = () => {
    const key = `item-${String(counts.items++).padStart(6, '0')}`;
    const lane = `lane${String(Math.floor(random() * LANES)).padStart(2, '0')}/${random() < 0.5 ? 'first' : 'again'}`;
    const dueAtMs = clock.nowMs() + Math.max(-5_000, Math.floor((random() - 0.6) * 600_000));
    items.set(key, {
      ...{
        partition: Math.floor(random() * PARTITIONS),
        lane,
        dueAtMs,
        heldUntilMs: 0,
        startableSinceMs: null,
      },
      ...{ isFolded: false, isUnderWay: false, isDone: false, isFaulty: false },
    });
    write(key, ++log, false);
  };
  const disturb = () => {
    const owner = `lane${String(Math.floor(random() * LANES)).padStart(2, '0')}`;
    const lane = laneOf(owner);
    if (random() < 0.05) {
      lane.isOpen = !lane.isOpen;
      counts.closed++;
      if (lane.isOpen && random() < LOST_HINTS) lane.unheardUntilMs = clock.monotonicMs() + ASKS_AGAIN_MS;
      else if (lane.isOpen) loop.news.opened(owner);
    }
    if (random() < 0.01) {
      counts.moved++;
      if (!loop.held.delete(1)) loop.held.add(1);
    }
    if (random() < 0.003) {
      counts.steps++;
      clock.step(clock.nowMs() + Math.floor((random() - 0.5) * 1_200_000));
    }
  };
  const check = () => {
    const nowMs = clock.monotonicMs();
    for (const [key, item] of items) {
      const { isOpen, unheardUntilMs } = laneOf(ownerOf(item.lane));
      const isFree = item.isFolded && !item.isUnderWay && !item.isDone && item.heldUntilMs <= nowMs;
      const mayStart =
        isFree &&
        item.dueAtMs <= clock.nowMs() &&
        isOpen &&
        unheardUntilMs <= nowMs &&
        loop.held.has(item.partition);
      if (!mayStart) item.startableSinceMs = null;
      else item.startableSinceMs ??= nowMs;
      if (item.startableSinceMs === null || nowMs - item.startableSinceMs <= BOUND_MS) continue;
      breaches.push(`${key} of ${item.partition}/${item.lane} was not started by second ${nowMs / 1_000}`);
      item.startableSinceMs = Number.POSITIVE_INFINITY;
    }
  };
  for (let second = 0; second < SECONDS; second++) {
    if (second < BUSY_SECONDS) {
      arrive();
      disturb();
    } else if (second === BUSY_SECONDS) {
      for (const lane of lanes.values()) lane.isOpen = true;
      for (const [name, lane] of lanes) {
        lane.unheardUntilMs = 0;
        loop.news.opened(name);
      }
      loop.held.add(1);
    }
    await clock.advance(1_000);
    check();
  }
  const left = items.size;
  const ended = loop.end();
  await clock.advance(LONGEST_RUN_MS);
  await ended;
  return { breaches, counts, left };
}

test(`starts every item once, and soon after it may be started (seed ${SEED})`, async () => {
  const { breaches, counts, left } = await simulate(SEED);
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  told(`the worker loop simulated with seed ${SEED}: ${figures.join(', ')}`);
  assert.equal(breaches.slice(0, 10), [], `${breaches.length} breaches with seed ${SEED}`);
  assert.is(left, 0, `${left} items are left with seed ${SEED}`);
  // Partitions that move and steps of the clock are rare: a short simulation may have none.
  const { moved, steps, ...usual } = counts;
  for (const [what, count] of Object.entries(RUN_ALL ? counts : usual))
    assert.ok(count > 0, `nothing of ${what} came about (${moved} moved, ${steps} steps)`);
});

test.run();
