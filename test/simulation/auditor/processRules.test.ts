import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPosition } from '../../../src/adapters/position.ts';
import { openProjection } from '../../../src/follow/fold/projection.ts';
import type { Collection } from '../../../src/ports/documents.ts';
import { workspaces } from '../../../src/projections/workspaces.ts';
import type { StoreTrouble } from '../plan.ts';
import { plainDocuments, plainStore } from '../stores/plainStores.ts';
import { dateAt, evidenceOf, type MadeUp, saidOf } from './madeUp.ts';
import { noErrorLines } from './noErrorLines.ts';
import { quietWorld } from './quietWorld.ts';
import { readyWhenAccepting } from './readyWhenAccepting.ts';
import { rebuiltEqualsLive } from './rebuiltEqualsLive.ts';
import { stopsInOrder } from './stopsInOrder.ts';

const test = suite('the rules of the auditor about processes');

const MINUTE_MS = 60_000;
const WATCHED_MS = 30 * MINUTE_MS;
const ENDS_MS = WATCHED_MS + MINUTE_MS;
const FAULT: StoreTrouble = {
  ...{ of: 'store', do: 'unavailable', store: 'log', process: null, share: 1 },
  ...{ atMs: 1_000, lastsMs: 5_000 },
};

const logLine = (level: 'warn' | 'error', message: string, fields = '{}') => ({
  ...{ process: 'process 1', life: 1, level, message, fields, atMs: 3_000 },
});

test('a line of level error needs a fault that explains it; damage and defects are never explained', async () => {
  const said = (line: ReturnType<typeof logLine>, plannedEvents: readonly StoreTrouble[] = []) =>
    saidOf(noErrorLines, { lines: { logs: [line] }, plan: { plannedEvents } });
  assert.equal(await said(logLine('warn', 'trying again')), []);
  assert.match((await said(logLine('error', 'work item failed'))).join(), /work item failed/);
  assert.equal(await said(logLine('error', 'work item failed'), [FAULT]), []);
  assert.is((await said(logLine('warn', 'the read models are set aside'), [FAULT])).length, 1);
  assert.is((await said(logLine('warn', 'failed', '{"err":"TypeError: x"}'), [FAULT])).length, 1);
});

test('a process that stops in order leaves no post, no answer to a mail, and no lease', async () => {
  const line = (atMs: number, what: 'starts' | 'stops' | 'stopped', leases: readonly string[] = []) => ({
    ...{ process: 'process 1', life: 1, what, atMs, ...(what === 'stopped' && { leases }) },
  });
  const post = (endedAtMs: number | null) => ({
    ...{
      process: 'process 1',
      host: 'hooks1.test',
      url: '',
      eventId: 'e',
      timestamp: 0,
      body: '',
      outcome: null,
    },
    ...{ endedAtMs, atMs: 3_000 },
  });
  const mail = (heard: boolean) => ({
    ...{
      process: 'process 1',
      deliveryId: 'd',
      recipient: '',
      has: true,
      heard,
      begunAtMs: 3_000,
      atMs: 3_000,
    },
    outcome: { outcome: 'submitted' as const, response: '250' },
  });
  const said = (over: MadeUp['lines'] = {}, stoppedAtMs = 5_000, leases: readonly string[] = []) =>
    saidOf(stopsInOrder, {
      lines: {
        processes: [line(0, 'starts'), line(3_100, 'stops'), line(stoppedAtMs, 'stopped', leases)],
        ...over,
      },
    });
  assert.equal(await said({ posts: [post(4_000)], mail: [mail(true)] }), []);
  assert.match((await said({ posts: [post(null)] })).join(), /left a post to hooks1.test/);
  assert.match((await said({ mail: [mail(false)] })).join(), /left the mail d/);
  assert.match((await said({}, 5_000, ['sender/0of4'])).join(), /kept the lease sender\/0of4/);
  assert.equal(await said({ posts: [post(null)] }, 18_200), [], 'a stop takes fifteen seconds at most');
});

test('a process is ready when it accepts sends, and only then', async () => {
  const said = (
    ready: readonly [boolean, boolean],
    status: number,
    plannedEvents: readonly StoreTrouble[] = [],
  ) =>
    saidOf(readyWhenAccepting, {
      plan: { plannedEvents },
      lines: {
        readiness: [
          {
            ...{ process: 'process 1', isReadyBefore: ready[0], isReadyAfter: ready[1], status, code: null },
            ...{ begunAtMs: 3_000, atMs: 3_050 },
          },
        ],
      },
    });
  assert.equal(await said([true, true], 202), []);
  assert.equal(await said([false, false], 503), []);
  assert.match((await said([true, true], 503)).join(), /was ready before and after .* 503/);
  assert.match((await said([false, false], 202)).join(), /was not ready .* 202/);
  assert.equal(await said([false, true], 202), [], 'it became ready meanwhile');
  assert.equal(await said([true, true], 503, [FAULT]), []);
});

const quiet = (lines: MadeUp['lines'] = {}, events: MadeUp['events'] = []): MadeUp => ({
  ...{ lines, events, watchedFromMs: WATCHED_MS, endMs: ENDS_MS },
});
const delayed = (atMs: number, nextMs: number) => ({
  ...{ atMs, stream: 'email-e', type: 'DeliveryDelayed' },
  data: { deliveryId: 'd', nextAttemptAt: dateAt(nextMs) },
});
const claimed = (atMs: number) => ({
  ...{ atMs, stream: 'email-e', type: 'SubmissionAttempted', data: { deliveryId: 'd', attempt: 2 } },
});

test('in a quiet world only what was due is appended, with what follows from it', async () => {
  const dueMs = WATCHED_MS + 10_000;
  const due = [delayed(1_000, dueMs), claimed(dueMs + 5), delayed(dueMs + 50, dueMs + 9 * MINUTE_MS)];
  assert.equal(await saidOf(quietWorld, quiet({}, due)), []);
  const early = [delayed(1_000, WATCHED_MS + 60 * MINUTE_MS), claimed(dueMs + 5)];
  assert.match((await saidOf(quietWorld, quiet({}, early))).join(), /for no reason/);
});

test('in a quiet world no document is written without an event', async () => {
  const writes = (collection: string) => [
    { process: 'process 1', collection, documents: 1, atMs: WATCHED_MS + 20_000 },
  ];
  assert.match(
    (await saidOf(quietWorld, quiet({ writes: writes('balances_v1') }))).join(),
    /without an event/,
  );
  assert.equal(await saidOf(quietWorld, quiet({ writes: writes('checkpoints') })), []);
});

test('in a quiet world no timer fires more than once a minute save named ones', async () => {
  const timers = (site: string, ms: number) =>
    Array.from({ length: 6 }, (_, at) => ({ process: 'process 1', site, ms, atMs: WATCHED_MS + at * ms }));
  assert.match(
    (await saidOf(quietWorld, quiet({ timers: timers('api/x', 10_000) }))).join(),
    /api\/x fired 6/,
  );
  assert.equal(await saidOf(quietWorld, quiet({ timers: timers('work/workLoop', 1_000) })), []);
});

test('in a quiet world nothing is in hand, and no lease is left but those of partitions', async () => {
  const processes = [{ process: 'process 1', life: 1, what: 'runs', atMs: 100 }] as const;
  const gauges = (value: number) => [
    { process: 'process 1', life: 1, name: 'postledger_webhook_in_flight first', value, atMs: 2_000 },
  ];
  const said = await saidOf(quietWorld, quiet({ processes, gauges: gauges(2) }));
  assert.match(said.join(), /in_flight first is 2, and nothing is under way/);
  assert.equal(await saidOf(quietWorld, quiet({ processes, gauges: gauges(0) })), []);
  const evidence = evidenceOf(quiet());
  const held = (names: readonly string[]) => ({
    ...evidence,
    stores: { ...evidence.stores, leases: { ...evidence.stores.leases, held: () => names } },
  });
  assert.is((await quietWorld.check(held(['sender/0of4']))).length, 0);
  assert.match((await quietWorld.check(held(['projector/whole'])))[0]?.what ?? '', /projector\/whole/);
});

test('read models that are not what the log says are found', async () => {
  const evidence = evidenceOf({});
  assert.equal(await rebuiltEqualsLive.check(evidence), []);
  const opened = await openProjection(plainDocuments(evidence.stores.documents), workspaces);
  const collection: Collection<object> = opened;
  const position = await plainStore(evidence.stores.log).head();
  await collection.writeMany([
    { key: 'w', position: readPosition(`${position.slice(0, -1)}1`), document: { name: 'none' } },
  ]);
  assert.match((await rebuiltEqualsLive.check(evidence))[0]?.what ?? '', /1 documents of workspaces differ/);
});

test.run();
