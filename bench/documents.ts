import { positionAt } from '../src/adapters/position.ts';
import type { Collection, Documents } from '../src/ports/documents.ts';
import { inBenchFolder, spread, timesOf, uuidOf } from './benchFolder.ts';
import { builds, fromBuild } from './otherBuild.ts';
import { line, median, rate, ratio } from './report.ts';

type Open = typeof import('../src/adapters/embedded/open.ts');

interface Item {
  readonly share: number;
  readonly lane: string;
  readonly dueAtMs: number;
  readonly text: string;
}

const ROUNDS = 3;
const BATCH = 500;
const PAGES = 2_000;
const PAGE = 100;
const INDEXES = { due: ['share', 'lane', 'dueAtMs'] };
const FIRST_MS = 1_767_225_600_000;
const SHARES = 16;
/** Of two digits, so that a document is as long as the one it replaces. */
const FIRST_SHARE = 10;
/** A prime: steps of it meet every row once. */
const STRIDE = 7_919;

const clock = {
  turn: async () => {},
  monotonicMs: () => performance.now(),
  nowMs: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((r) => setTimeout(r, ms)),
};
const log = { debug() {}, info() {}, warn() {}, error() {} };
const positionOf = (n: number) => positionAt(n + 1);

/** Embedded documents: guarded batches, pages, scans and drops. With BENCH_BASE: those of another build too. */
export async function run(rows = 80_000): Promise<void> {
  const measured = new Map<string, Map<string, number[]>>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, build] of Object.entries(builds)) {
      const { openEmbeddedReadSide } = await fromBuild<Open>(build, 'adapters/embedded/open.js');
      await inBenchFolder(async (data) => {
        const { documents, close } = await openEmbeddedReadSide(data, { clock, log });
        for (const [what, value] of await measure(documents, rows)) {
          const all = measured.get(what) ?? new Map<string, number[]>();
          measured.set(what, all.set(name, [...(all.get(name) ?? []), value]));
        }
        await close();
      });
    }
  for (const [what, all] of measured) {
    const isTime = what.endsWith('ms');
    for (const [name, values] of all) {
      const value = median(values);
      line(`${what}: ${name}`, isTime ? value.toFixed(3) : rate(value));
    }
    const [base, own] = [all.get('base'), all.get('this')];
    if (base === undefined || own === undefined) continue;
    const speed = isTime ? median(base) / median(own) : median(own) / median(base);
    line(`${what}: this is so many times as fast`, ratio(speed));
  }
}

async function measure(documents: Documents, rows: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const open = (name: string) => documents.collection<Item>({ name, indexes: INDEXES });
  const inOrder = await open('sequential_v1');
  const scattered = await open('random_v1');
  const bySequence = (n: number) => uuidOf(1, n);
  const byChance = (n: number) => uuidOf(spread(n, 1_000_000), spread(n, 2 ** 32));
  /** Writes every row once, in batches, in an order unlike the keys' when `isShuffled`; gives documents a second. */
  const write = async (collection: Collection<Item>, keyOf: (n: number) => string, pass: Pass) => {
    let longestMs = 0;
    const startedAt = performance.now();
    for (let from = 0; from < rows; from += BATCH) {
      const writes = Array.from({ length: Math.min(BATCH, rows - from) }, (_, at) => {
        const n = pass.isShuffled ? ((from + at) * STRIDE) % rows : from + at;
        return {
          key: keyOf(n),
          position: positionOf(pass.pass * rows + from + at),
          document: itemOf(n, pass),
        };
      });
      const beganAt = performance.now();
      await collection.writeMany(writes);
      longestMs = Math.max(longestMs, performance.now() - beganAt);
    }
    return { perSecond: rows / ((performance.now() - startedAt) / 1_000), longestMs };
  };
  const pass = async (what: string, ...args: Parameters<typeof write>) => {
    const { perSecond, longestMs } = await write(...args);
    found.set(what, perSecond);
    found.set(`${what}, longest batch in ms`, longestMs);
  };
  const plain = { isShuffled: false, movesIndex: false };
  await pass('new keys in order', inOrder, bySequence, { ...plain, pass: 0 });
  await pass('new keys at random', scattered, byChance, { ...plain, pass: 0 });
  await pass('updates in order', inOrder, bySequence, { ...plain, pass: 1 });
  await pass('scattered updates', scattered, byChance, { isShuffled: true, movesIndex: false, pass: 1 });
  await pass('scattered updates of an indexed field', scattered, byChance, {
    isShuffled: true,
    movesIndex: true,
    pass: 2,
  });
  const pageTimes = await timesOf(PAGES, async (n) => {
    const share = FIRST_SHARE + (n % SHARES);
    const from = FIRST_MS + spread(n, Math.floor(rows / 2)) * 10;
    await scattered.page({ index: 'due', equals: [share, 'bulk'], from, limit: PAGE });
  });
  found.set('page of 100 in ms', median(pageTimes));
  const getTimes = await timesOf(PAGES, async (n) => void (await scattered.get(byChance(spread(n, rows)))));
  found.set('one document in ms', median(getTimes));
  const scanAt = performance.now();
  let scanned = 0;
  for await (const _ of scattered.scan()) scanned++;
  found.set('scan', scanned / ((performance.now() - scanAt) / 1_000));
  const dropAt = performance.now();
  await documents.drop('random_v1');
  found.set('drop in ms', performance.now() - dropAt);
  return found;
}

interface Pass {
  readonly pass: number;
  readonly isShuffled: boolean;
  /** Whether the indexed time is another one than before. */
  readonly movesIndex: boolean;
}

function itemOf(n: number, { pass, movesIndex }: Pass): Item {
  return {
    share: FIRST_SHARE + (n % SHARES),
    lane: 'bulk',
    dueAtMs: FIRST_MS + (movesIndex ? spread(n + pass, 80_000) : n) * 10,
    text: `${pass} ${'It left our house this morning. '.repeat(15)}`,
  };
}
