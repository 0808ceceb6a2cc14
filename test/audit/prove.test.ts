import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leafHash } from '../../src/audit/merkleTree.ts';
import { prove } from '../../src/audit/prove.ts';
import { sealAt, sealsEnd } from '../../src/audit/sealStream.ts';
import { verifyLog } from '../../src/audit/verifyLog.ts';
import { ledgerIdOf } from '../../src/commands/workspace/openLedger.ts';
import type { Position } from '../../src/events/event.ts';
import type { LogSealed } from '../../src/events/seal.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { RUN_ALL } from '../support/testRun.ts';
import { sealedLog } from './sealedLog.ts';

const test = suite('a proof');

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const joined = (left: Buffer, right: Buffer) =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();

/** RFC 9162, section 2.1.3.2: the root that an inclusion proof leads to. */
function rootOfProof(leaf: Buffer, index: number, size: number, path: readonly string[]): string {
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const step of path) {
    const other = Buffer.from(step, 'hex');
    if (fn % 2 === 1 || fn === sn) {
      root = joined(other, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else root = joined(root, other);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return hex(root);
}

/** RFC 9162, section 2.1.4.2: the roots of the earlier and of the later tree that a consistency proof leads to. */
function rootsOfProof(from: number, size: number, first: string, path: readonly string[]): [string, string] {
  if (from === size) return [first, first];
  const isComplete = 2 ** Math.floor(Math.log2(from)) === from;
  const steps = (isComplete ? [first, ...path] : path).map((step) => Buffer.from(step, 'hex'));
  let [fn, sn] = [from - 1, size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  const [begin = Buffer.alloc(0), ...rest] = steps;
  let [earlier, later] = [begin, begin];
  for (const step of rest) {
    if (fn % 2 === 1 || fn === sn) {
      [earlier, later] = [joined(step, earlier), joined(step, later)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else later = joined(later, step);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return [hex(earlier), hex(later)];
}

/** A log of some thousand events, with seals at random places: 4 s on a busy machine, so the tests share it. */
async function longLog() {
  const random = seededRandom(7);
  const store = memoryEventStore();
  const sealed = await sealedLog(store);
  for (const events of [3, 2_000, 44, ...Array.from({ length: 12 }, () => 1 + Math.floor(random() * 700))]) {
    await sealed.write(events);
    await sealed.seal();
  }
  const { seal: head } = await sealsEnd(store);
  if (head === null) throw new Error('nothing was sealed');
  const reads = { leaves: 0, events: 0 };
  const counting = {
    readLeaves: async (options: Parameters<typeof store.readLeaves>[0]) => {
      const batch = await store.readLeaves(options);
      reads.leaves += batch.leaves.length;
      return batch;
    },
    readStream: (...call: Parameters<typeof store.readStream>) => {
      reads.events += 1;
      return store.readStream(...call);
    },
  };
  return { ...sealed, store, head, reads, counting };
}

const shared = longLog();

test('of any event, from any seal on, leads to the roots of both seals, and reads little of the log', async () => {
  const { store, head, reads, counting, seals } = await shared;
  const { size } = head.data;
  assert.ok(size > 5_000, String(size));
  const { leaves } = await store.readLeaves({ after: store.log[0]?.position ?? ('' as Position), limit: 1 });
  assert.is(leaves.length, 1);
  const edges = [1, 2, 1_023, 1_024, 1_025, 2_047, 2_048, 2_049, 4_096, size - 1, size];
  const others = Array.from({ length: RUN_ALL ? 40 : 8 }, (_, at) => 1 + ((at * 977) % size));
  const revisions = (await seals())
    .filter(({ type }) => type === 'LogSealed')
    .map(({ revision }) => revision);
  for (const [at, place] of [...edges, ...others].entries()) {
    const event = store.log[place - 1];
    const from = await sealAt(store, revisions[at % revisions.length] ?? 1);
    if (event === undefined || from === null) throw new Error('there is no such event or seal');
    Object.assign(reads, { leaves: 0, events: 0 });
    const proof = await prove(counting, new Set([event.position]), { from, head });
    assert.ok(reads.leaves <= 2_048 && reads.events < 200, JSON.stringify(reads));
    const [proved] = proof.events;
    const whole = await store.readLeaves({
      after: store.log[place - 2]?.position ?? ('' as Position),
      limit: 1,
    });
    const leaf = Buffer.from(leafHash(whole.leaves[0]?.hash ?? ''), 'hex');
    assert.is(proved?.index, place - 1);
    assert.is(rootOfProof(leaf, place - 1, size, proved?.inclusion ?? []), head.data.root, `event ${place}`);
    assert.equal(
      rootsOfProof(from.data.size, size, from.data.root, proof.consistency),
      [from.data.root, head.data.root],
      `seal ${from.revision}`,
    );
  }
});

test('of several events at once has each of them, in the order of the log', async () => {
  const { store, head, counting } = await shared;
  const from = await sealAt(store, 1);
  if (from === null) throw new Error('there is no seal');
  const positions = [5_000, 3, 1_024, 2_100].map((place) => store.log[place - 1]?.position as Position);
  const { events } = await prove(counting, new Set(positions), { from, head });
  assert.equal(
    events.map(({ index }) => index),
    [2, 1_023, 2_099, 4_999],
  );
});

test('of an event that no seal covers, or of a log that was changed, is refused', async () => {
  const { store, head, counting, write } = await shared;
  const from = await sealAt(store, 1);
  if (from === null) throw new Error('there is no seal');
  await write(1);
  const last = store.log.at(-1)?.position as Position;
  const early = await prove(counting, new Set([last]), { from, head }).catch((error: unknown) => error);
  assert.match(String(early), /RangeError: an event is not covered by the newest seal yet/);
  const changed = {
    ...counting,
    readLeaves: async () => ({ leaves: [], fault: 'the event at position 3 was changed' }),
  };
  const place = store.log[2]?.position as Position;
  const refused = await prove(changed, new Set([place]), { from, head }).catch((error: unknown) => error);
  assert.match(String(refused), /RangeError: the event at position 3 was changed/);
});

test('needs the parts that the seals name, which are verified with the log', async () => {
  const { store, seals } = await shared;
  const ledgerId = (await ledgerIdOf(store)) ?? '';
  assert.is((await verifyLog(store, { ledgerId })).finding, null);
  const parts = (await seals()).flatMap(({ data }) => (data as Partial<LogSealed>).parts ?? []);
  assert.is(parts.length, Math.floor(((await sealsEnd(store)).seal?.data.size ?? 0) / 1_024));
  const newest = store.log.findLastIndex(({ data }) => ((data as Partial<LogSealed>).parts ?? []).length > 0);
  const event = store.log[newest];
  if (event === undefined) throw new Error('no seal names a part');
  const lie = structuredClone(event.data) as { parts: { roots: string[] }[] };
  lie.parts[0]?.roots.splice(0, 1, 'f'.repeat(64));
  const changed = memoryEventStore();
  changed.log.push(...store.log.with(newest, { ...event, data: lie }));
  const { finding } = await verifyLog(changed, { ledgerId });
  assert.match(finding?.what ?? '', /^seal \d+ names other parts than the log has/);
});

test.run();
