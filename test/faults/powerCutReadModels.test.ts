// runs in: test:all
// timeout: 900 s

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../src/adapters/embedded/documents/documents.ts';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { openProjection, projectionConsumerName } from '../../src/follow/fold/projection.ts';
import type { Collection, Documents } from '../../src/ports/documents.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { foldLog } from '../../src/rebuild/foldLog.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { missingStrace } from '../support/missingTool.ts';
import { nodeArguments } from '../support/project.ts';
import { loggedErrors } from '../support/quietLog.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { type DiskStep, readTrace, recordedInto } from './diskTrace.ts';
import { foldedLog } from './foldedLog.ts';
import { type PowerCut, powerCuts } from './powerCuts.ts';

const ORDERS = 700;
const CUTS = RUN_ALL ? 60 : 15;
/** Few of them spoil the file: it ends with the first that does. */
const CUTS_UNSYNCED = 500;
const CUTS_OF_LATE = 25;
const CHILD = nodeArguments('test/faults/foldingChild');
const missing = missingStrace();

const test = suite('the embedded read models after a power cut');

const folder = temporaryFolder();
const store = foldedLog(ORDERS);
const projections = projectionList(projectionsFor(1));
const whole = memoryDocuments();
test.before(async () => {
  for (const projection of projections)
    await foldLog(store, [{ projection, collection: await openProjection(whole, projection) }], BEGINNING);
});
test.after(() => folder.remove());

/** What a process that folds the log did to the files. */
async function traceOf(order: 'in order' | 'late'): Promise<{ traced: string; steps: readonly DiskStep[] }> {
  const traced = join(folder.path, order.replace(' ', '-'));
  mkdirSync(traced);
  const trace = `${traced}.trace`;
  const [strace = '', ...under] = recordedInto(trace);
  const args = [...under, process.execPath, ...CHILD, traced, String(ORDERS), order];
  const child = spawn(strace, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.is(code, 0);
  const steps = await readTrace(trace, traced);
  rmSync(trace);
  return { traced, steps };
}

async function rowsOf(collection: Collection<object>): Promise<ReadonlyMap<string, object>> {
  const rows = new Map<string, object>();
  for await (const { key, document, position } of collection.scan()) rows.set(key, { document, position });
  return rows;
}

/** Read models whose documents lack something that their checkpoint has passed: they would lack it for ever. */
async function behindTheirCheckpoint(documents: Documents): Promise<{ ahead: string[]; folded: number }> {
  const checkpoints = await openCheckpoints(documents, 1);
  const ahead: string[] = [];
  let folded = 0;
  for (const projection of projections) {
    const collection = await openProjection(documents, projection);
    const after = await checkpoints.lowest(projectionConsumerName(projection));
    if (after > BEGINNING) folded++;
    await foldLog(store, [{ projection, collection }], after);
    const expected = await rowsOf(await openProjection(whole, projection));
    if (!isDeepStrictEqual(await rowsOf(collection), expected)) ahead.push(projection.name);
  }
  return { ahead, folded };
}

/** What is wrong after a power cut; null when the file is whole and no checkpoint is ahead of its documents. */
async function faultAfter({
  folder: cut,
  name,
}: PowerCut): Promise<{ fault: string | null; folded: number }> {
  const file = join(cut, 'read-models.sqlite');
  const { errors, log } = loggedErrors();
  try {
    if (existsSync(file)) {
      const options = { synchronous: 'NORMAL', busyTimeoutMs: 0, autocheckpointPages: 0 } as const;
      const db = openSqlite(file, options);
      const [found] = db.prepare('PRAGMA integrity_check').all();
      db.close();
      if (found?.integrity_check !== 'ok') return { fault: `${name}: ${found?.integrity_check}`, folded: 0 };
    }
    const documents = openEmbeddedDocuments(cut, { clock: systemClock, log });
    try {
      const { ahead, folded } = await behindTheirCheckpoint(documents);
      if (ahead.length > 0) return { fault: `${name}: checkpoints ahead in ${ahead}`, folded };
      return { fault: errors.length > 0 ? `${name}: ${errors}` : null, folded };
    } finally {
      await documents.close();
    }
  } catch (fault) {
    return { fault: `${name}: ${(fault as Error).message}`, folded: 0 };
  } finally {
    rmSync(cut, { recursive: true });
  }
}

/** @param enough how many faults end it */
async function cutAll(
  steps: readonly DiskStep[],
  traced: string,
  count: number,
  enough = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const faults: string[] = [];
  let checkpoints = 0;
  let cuts = 0;
  await powerCuts({ steps, traced, into: folder.path, count, seed: SEED }, async (cut) => {
    const { fault, folded } = await faultAfter(cut);
    if (fault !== null) faults.push(fault);
    checkpoints += folded;
    cuts++;
    return faults.length < enough ? 'more' : 'enough';
  });
  console.log(
    `${cuts} power cuts: ${checkpoints} checkpoints were left, ${faults.length} cuts left spoilt read models`,
  );
  if (cuts === count) assert.ok(checkpoints > count, 'some cuts left something folded');
  return faults;
}

let recorded: Awaited<ReturnType<typeof traceOf>> | null = null;
const inOrder = async () => {
  recorded ??= await traceOf('in order');
  return recorded;
};

test(`the file is whole, and no checkpoint is ahead of its documents (seed ${SEED})`, async () => {
  if (missing !== null) return skipped(missing);
  const { steps, traced } = await inOrder();
  const into = (name: string) =>
    steps.filter((step) => step.kind === 'write' && step.path.endsWith(name)).length;
  assert.ok(into('.sqlite') > 100, 'the write-ahead log was copied back into the database meanwhile');
  assert.equal(await cutAll(steps, traced, CUTS), []);
});

test('the same cuts spoil the file when the write-ahead log is not synced: the test can fail', async () => {
  if (missing !== null) return skipped(missing);
  const { steps, traced } = await inOrder();
  const unsynced = steps.filter((step) => !(step.kind === 'sync' && step.path.endsWith('-wal')));
  assert.ok(unsynced.length < steps.length);
  assert.ok((await cutAll(unsynced, traced, CUTS_UNSYNCED, 1)).length > 0);
});

test('documents that are written after their checkpoint are found missing: the test can fail', async () => {
  if (missing !== null) return skipped(missing);
  const { steps, traced } = await traceOf('late');
  const faults = await cutAll(steps, traced, CUTS_OF_LATE);
  assert.ok(faults.some((fault) => fault.includes('checkpoints ahead')));
});

test.run();
