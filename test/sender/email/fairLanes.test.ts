// runs in: test:all

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedPace } from '../../../src/adapters/embedded/coordination/pace.ts';
import { openProjection } from '../../../src/follow/fold/projection.ts';
import type { Carrier } from '../../../src/ports/carrier.ts';
import type { WorkDocument } from '../../../src/ports/workDocument.ts';
import { smsOutbox } from '../../../src/projections/smsOutbox.ts';
import { smsWorker } from '../../../src/sender/sms/smsWorker.ts';
import type { Permit, Worker, WorkResult } from '../../../src/work/worker.ts';
import { type ManualClock, manualClock } from '../../support/manualClock.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { noMetrics, quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { runningLoop } from '../../work/runningLoop.ts';
import { positionOf, workTable } from '../../work/workTable.ts';
import { senderBench } from '../senderBench.ts';

const test = suite('one workspace next to another');

/** The specification's pace. */
const LIMITS = { perSecond: 10, perDay: 10_000 };
const BACKLOG = 100_000;
const LONGEST_SUBMISSION_MS = 60_000;

type Submit = (key: string, workspace: string, permit: Permit) => Promise<WorkResult>;

/** The worker as it is, over an index in memory, with submissions that the test plays. */
const made: Readonly<
  Record<'email' | 'sms', (clock: ManualClock, paceFile: string, limits: typeof LIMITS) => Promise<Worker>>
> = {
  async email(clock, paceFile, limits) {
    const pace = openEmbeddedPace(paceFile, { clock, log: quietLog });
    const { worker } = await senderBench({ clock, pace, limitsOf: async () => limits });
    return worker as Worker<never> as Worker;
  },
  async sms(clock, paceFile, limits) {
    const documents = memoryDocuments();
    const carrier: Carrier = {
      receivesEverywhere: false,
      closedForMs: () => 0,
      submit: async () => ({ outcome: 'sent', carrierId: null }),
      receive: async () => {},
      close: async () => {},
    };
    return smsWorker({
      ledger: { store: memoryEventStore(), clock, ids: seededIds() },
      collection: await openProjection(documents, smsOutbox(1)),
      carrier,
      rule: { claimTimeoutMs: 300_000, soleSinceMs: null },
      pace: openEmbeddedPace(paceFile, { clock, log: quietLog }),
      limitsOf: async () => limits,
      ...{ log: quietLog, metrics: noMetrics },
    });
  },
};

const LANES_OF = {
  email: (workspace: string) => [`${workspace}/first`, `${workspace}/again`, workspace],
  sms: (workspace: string) => [workspace],
} as const;

async function fair(
  kind: 'email' | 'sms',
  submit: (clock: ManualClock, ended: (key: string) => WorkResult) => Submit,
  limits = LIMITS,
) {
  const clock = manualClock();
  const table = workTable();
  const folder = temporaryFolder();
  const worker = await made[kind](clock, join(folder.path, 'pace.json'), limits);
  const started: { readonly key: string; readonly workspace: string; readonly atMs: number }[] = [];
  const ended = (key: string) => {
    table.fold(key, positionOf(2), null);
    return { position: positionOf(2) };
  };
  const submitted = submit(clock, ended);
  const run: Worker['run'] = (key, { lane }: WorkDocument, _signal, permit) => {
    const workspace = lane.split('/', 1)[0] ?? lane;
    started.push({ key, workspace, atMs: clock.monotonicMs() });
    return submitted(key, workspace, permit);
  };
  const loop = runningLoop(clock, { ...worker, collection: table.collection, run }, table);
  const fill = (workspace: string, items: number) => {
    const lanes = LANES_OF[kind](workspace);
    for (let n = 0; n < items; n++) {
      const lane = lanes[n % lanes.length] ?? workspace;
      const key = `${workspace}-${String(n).padStart(6, '0')}`;
      table.fold(key, positionOf(1), { partition: 0, lane, dueAtMs: clock.nowMs() + n / 1_000 });
    }
    const dueAtMs = clock.nowMs();
    loop.news.wrote(lanes.map((lane) => ({ document: { partition: 0, lane, dueAtMs } })));
  };
  /** Milliseconds until the single message of a workspace that has no other is begun. */
  const singleMs = async (workspace: string) => {
    const sinceMs = clock.monotonicMs();
    loop.due(`${workspace}-single`, LANES_OF[kind](workspace)[0] ?? workspace, clock.nowMs());
    await clock.advance(1_000);
    const begun = started.find(({ key }) => key === `${workspace}-single`);
    return begun === undefined ? null : begun.atMs - sinceMs;
  };
  const end = async () => {
    const ended = loop.end();
    // What is under way comes to its end.
    await clock.advance(LONGEST_SUBMISSION_MS);
    await ended;
    folder.remove();
  };
  return { clock, loop: { ...loop, end }, started, fill, singleMs, worker };
}

const atOnce = (_: ManualClock, ended: (key: string) => WorkResult): Submit => {
  return async (key, _workspace, permit) => {
    permit.use();
    return ended(key);
  };
};

const slowly = (clock: ManualClock, ended: (key: string) => WorkResult): Submit => {
  return async (key, _workspace, permit) => {
    permit.use();
    await clock.sleep(LONGEST_SUBMISSION_MS);
    return ended(key);
  };
};

for (const kind of ['email', 'sms'] as const) {
  test(`${kind}: a hundred thousand waiting messages delay another's single one by less than a second`, async () => {
    const { clock, loop, started, fill, singleMs } = await fair(kind, atOnce);
    fill('crowd', BACKLOG);
    await clock.advance(5_000);
    const sent = started.length;
    assert.ok(sent >= 45 && sent <= 60, `${sent} of the crowd in five seconds, at ten a second`);
    for (const other of ['one', 'two', 'three']) {
      const ms = await singleMs(other);
      assert.ok(ms !== null && ms < 100, `begun after ${ms} ms`);
    }
    await loop.end();
  });

  test(`${kind}: nor do they with every place taken that they may take, for a minute each`, async () => {
    const { clock, loop, started, fill, singleMs, worker } = await fair(kind, slowly, {
      perSecond: 1_000,
      perDay: 1_000_000,
    });
    fill('crowd', 2_000);
    fill('second', 2_000);
    await clock.advance(5_000);
    const kept = worker.maxInFlight / 8;
    // The first of the second workspace's may have one of the places that are kept.
    assert.ok(started.length <= worker.maxInFlight - kept + 1, `${started.length} places are taken`);
    assert.ok(started.length >= worker.maxInFlight - kept, 'all that may be');

    for (let n = 0; n < kept - 1; n++) {
      const ms = await singleMs(`other${n}`);
      assert.ok(ms !== null && ms < 100, `${n}: begun after ${ms} ms`);
    }
    await loop.end();
  });

  test(`${kind}: a day's pace that is raised holds at once`, async () => {
    const limits = { perSecond: 10, perDay: 5 };
    const { clock, loop, started, fill } = await fair(kind, atOnce, limits);
    fill('crowd', 60);
    await clock.advance(10_000);
    const before = started.length;
    limits.perDay = 12;
    // As when the workspace's document was written.
    loop.news.opened('crowd');
    await clock.advance(6);
    assert.ok(started.length > before, 'the first ones go');
    await clock.advance(2_000);
    assert.is(started.length - before, 12 - 5);
    await loop.end();
  });

  test(`${kind}: sixty-four workspaces whose messages all fail leave room for one without faults`, async () => {
    const failing = (clock: ManualClock, ended: (key: string) => WorkResult): Submit => {
      return async (key, workspace, permit) => {
        permit.use();
        if (workspace.startsWith('well')) return ended(key);
        await clock.sleep(500);
        throw new Error('its blob is missing');
      };
    };
    const { clock, loop, fill, singleMs, started } = await fair(kind, failing);
    for (let n = 0; n < 64; n++) fill(`broken${n}`, 300);
    await clock.advance(30_000);
    const tried = new Set(started.map(({ workspace }) => workspace));
    assert.is(tried.size, 64, 'each of them comes to its turn');
    let worstMs = 0;
    for (let n = 0; n < 10; n++) {
      const ms = await singleMs(`well${n}`);
      assert.ok(ms !== null, `${n} was not begun within a second`);
      worstMs = Math.max(worstMs, ms);
    }
    assert.ok(worstMs < 1_000, `begun after ${worstMs} ms`);
    await loop.end();
  });
}

test.run();
