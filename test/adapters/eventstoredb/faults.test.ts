// runs in: test:all
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EventStoreDb, openEventStoreDb } from '../../../src/adapters/eventstoredb/open.ts';
import { BEGINNING } from '../../../src/events/event.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { freshStream, newEvent, rejection } from '../../contract/eventStore/events.ts';
import { eventually } from '../../e2e/eventually.ts';
import { type ChildDouble, childDouble } from '../../support/childDouble.ts';
import { type FaultProxy, faultProxy } from '../../support/faultProxy.ts';
import { quietLog } from '../../support/quietLog.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { wallClock } from '../../support/wallClock.ts';
import { follow } from './follow.ts';
import { assertKept, startLoad, wholeLog } from './load.ts';

const test = suite('EventStoreDB adapter: faults of the server and the network');
const WRITERS = 64;

const folder = temporaryFolder();
let server: ChildDouble;
let proxy: FaultProxy;
let store: EventStoreDb;
/** With time enough for a machine that is busy: only what has to run out of time asks for less. */
const open = (url: string, callMs = 60_000, attemptMs = 1_000) =>
  openEventStoreDb(url, { clock: wallClock, log: quietLog, callMs, attemptMs });

test.before.each(async () => {
  server = await childDouble(join(folder.path, `journal-${process.hrtime.bigint()}`));
  proxy = await faultProxy(server.port);
  store = open(`esdb://127.0.0.1:${proxy.port}?tls=false`);
});
test.after.each(async () => {
  await store.close();
  await proxy.close();
  await server.kill();
});
test.after(() => folder.remove());

/** Waits until a client whose calls soon run out of time has had an answer. */
const answers = (hasty: EventStoreDb) =>
  eventually('it answers', () =>
    hasty.head().then(
      (head) => head > BEGINNING,
      () => false,
    ),
  );

test('killed and restarted under load: what was acknowledged is there, once', async () => {
  const load = startLoad(store, WRITERS);
  for (let round = 0; round < 3; round++) {
    await load.more(400);
    await server.kill();
    await server.restart();
  }
  await load.more(400);
  await load.stop();
  assertKept(await wholeLog(store), load);
});

test('stopped for seconds: calls end within their deadline, and go on afterwards', async () => {
  const load = startLoad(store, WRITERS);
  await load.more(200);
  const hasty = open(server.url, 700, 300);
  await answers(hasty);
  server.signal('SIGSTOP');
  const calls = [
    hasty.append(freshStream(), 'no-stream', [newEvent()]),
    hasty.readStream(freshStream()),
    hasty.readAll({ after: BEGINNING, limit: 10 }),
    hasty.head(),
    hasty.probe(),
  ];
  for (const error of await Promise.all(calls.map(rejection))) assert.instance(error, EventStoreUnavailable);
  server.signal('SIGCONT');
  await load.more(200);
  await load.stop();
  await answers(hasty);
  await hasty.close();
  assertKept(await wholeLog(store), load);
});

const faults: [string, (proxy: FaultProxy) => void][] = [
  ['reset', (proxy) => proxy.reset()],
  ['half-closed', (proxy) => proxy.halfClose()],
  ['cut off', (proxy) => proxy.cut()],
  [
    'refused',
    (proxy) => {
      proxy.refuse();
      proxy.reset();
    },
  ],
  ['slow', (proxy) => proxy.delay(150)],
];
for (const [what, harm] of faults) {
  test(`a connection that is ${what} under load: nothing is lost, doubled or skipped`, async () => {
    const reader = follow(store);
    const load = startLoad(store, 16);
    for (let round = 0; round < 2; round++) {
      await load.more(100);
      harm(proxy);
      await new Promise((resolve) => setTimeout(resolve, 400));
      proxy.heal();
      await load.more(100);
    }
    await load.stop();
    const log = await wholeLog(store);
    assertKept(log, load);
    await reader.upTo(log.at(-1)?.position ?? BEGINNING);
    assert.equal(
      (await reader.stop()).map(({ id }) => id),
      log.map(({ id }) => id),
    );
  });
}

test('a subscription goes on without gap or repeat through kills of the server', async () => {
  const reader = follow(store);
  const load = startLoad(store, 8);
  for (let round = 0; round < 2; round++) {
    await load.more(100);
    await server.kill();
    await server.restart();
  }
  await load.more(100);
  await load.stop();
  const log = await wholeLog(store);
  assertKept(log, load);
  await reader.upTo(log.at(-1)?.position ?? BEGINNING);
  assert.equal(
    (await reader.stop()).map(({ id }) => id),
    log.map(({ id }) => id),
  );
});

test.run();
