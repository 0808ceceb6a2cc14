// runs in: test:all
// timeout: 900 s
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { newEvent } from '../contract/eventStore/events.ts';
import { missingStrace } from '../support/missingTool.ts';
import { loggedErrors } from '../support/quietLog.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { appendingProcess } from './appendingProcess.ts';
import { type DiskStep, readTrace, recordedInto } from './diskTrace.ts';
import { EVENTS_AN_APPEND, wholeStreams } from './loggedAppends.ts';
import { type PowerCut, powerCuts } from './powerCuts.ts';

const CUTS = RUN_ALL ? 80 : 20;
const CUTS_UNSYNCED = 20;
const CALLERS = 6;
const APPENDS = 60;

const test = suite('the embedded log after a power cut');

const folder = temporaryFolder();
const traced = join(folder.path, 'data');
let steps: readonly DiskStep[] = [];
const missing = missingStrace();

test.before(async () => {
  if (missing !== null) return;
  const trace = join(folder.path, 'trace');
  const child = appendingProcess({
    folder: traced,
    callers: CALLERS,
    appends: APPENDS,
    under: recordedInto(trace),
  });
  assert.is(await child.ended, 0);
  steps = await readTrace(trace, traced);
  rmSync(trace);
});
test.after(() => folder.remove());

/** What a ledger has lost after a power cut: acknowledged appends, or all of it when it cannot be opened or read. */
async function lostAfter({ folder: cut, said, name }: PowerCut): Promise<readonly string[]> {
  const acknowledged = said
    .filter((line) => line.startsWith('ack '))
    .map((line) => line.slice('ack '.length));
  const { errors, log } = loggedErrors();
  try {
    const store = await embeddedEventStore(cut, { log });
    try {
      const streams = await wholeStreams(store);
      await store.append('crash-after', 'no-stream', [newEvent()]);
      assert.is(Number(await store.head()), streams.size * EVENTS_AN_APPEND + 1);
      const lost = acknowledged.filter((stream) => !streams.has(stream));
      // A commit that the cut broke off is told as such, and is nothing that anybody was told of.
      if (lost.length === 0)
        for (const message of errors) assert.match(message, /its last commit is lost/, name);
      return lost;
    } finally {
      await store.close();
    }
  } catch (fault) {
    if (acknowledged.length === 0) throw fault;
    return acknowledged.map((stream) => `${stream} (${(fault as Error).message})`);
  } finally {
    rmSync(cut, { recursive: true });
  }
}

interface Outcome {
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly cutsWithLoss: number;
}

/** Cuts the power at the same places of the trace, or of what somebody made of it. */
async function cutAll(of: readonly DiskStep[], count: number): Promise<Outcome> {
  const lost: string[] = [];
  let acknowledged = 0;
  let cutsWithLoss = 0;
  await powerCuts({ steps: of, traced, into: folder.path, count, seed: SEED }, async (cut) => {
    const now = await lostAfter(cut);
    acknowledged += cut.said.filter((line) => line.startsWith('ack ')).length;
    if (now.length > 0) cutsWithLoss++;
    lost.push(...now.map((stream) => `${cut.name}: ${stream}`));
    return 'more';
  });
  console.log(
    `${count} power cuts: ${acknowledged} appends acknowledged before them, ${lost.length} lost, in ${cutsWithLoss} of the cuts`,
  );
  return { acknowledged, lost, cutsWithLoss };
}

test(`everything acknowledged before the cut is there, whole, and it takes appends (seed ${SEED})`, async () => {
  if (missing !== null) return skipped(missing);
  assert.ok(
    steps.some((step) => step.kind === 'write' && step.path.endsWith('ledger.sqlite') && step.at > 0),
    'the write-ahead log was copied back into the database meanwhile',
  );
  const { acknowledged, lost } = await cutAll(steps, CUTS);
  assert.ok(acknowledged > CUTS * 10);
  assert.is(lost.length, 0, lost[0]);
});

test('the same cuts lose appends when the write-ahead log is not synced: the test can fail', async () => {
  if (missing !== null) return skipped(missing);
  const unsynced = steps.filter(
    ({ kind, ...step }) => !(kind === 'sync' && 'path' in step && step.path.endsWith('-wal')),
  );
  assert.ok(unsynced.length < steps.length - CALLERS);
  const { cutsWithLoss } = await cutAll(unsynced, CUTS_UNSYNCED);
  assert.ok(cutsWithLoss > CUTS_UNSYNCED / 4, `${cutsWithLoss} cuts lost something`);
});

test.run();
