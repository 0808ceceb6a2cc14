import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endpointDirectory } from '../../src/dispatcher/endpoints.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import { countingReads } from '../support/countingReads.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';

const test = suite('the directory of webhook endpoints');

async function directoryFixture() {
  const store = memoryEventStore();
  const { store: counting, during } = countingReads(store);
  const clock = manualClock();
  const { find, changed } = endpointDirectory(counting, clock);
  const append = async (workspace: string, type: string, data: object) => {
    const stream = webhooks.stream(workspace);
    const metadata = { v: 1, workspace, actor: 'a', correlation: 'c', causation: null };
    const at = '2026-01-01T00:00:00Z';
    const { length } = await store.readStream(stream);
    const id = `${workspace} ${length}`;
    await store.append(stream, length === 0 ? 'no-stream' : length - 1, [
      { id, type, data, metadata: { ...metadata, at } },
    ]);
  };
  const create = (workspace: string, endpointId = 'e') =>
    append(workspace, 'WebhookEndpointCreated', {
      ...{ endpointId, name: 'n', url: 'https://x.test/', events: ['*'], sealedSecret: 's' },
    });
  const turn = (status: 'ACTIVE' | 'DISABLED') =>
    append('w', 'WebhookEndpointChanged', { endpointId: 'e', status });
  await create('w');
  /** How often the log was read to find the endpoint. */
  const readsOf = async (workspace: string) => (await during(() => find(workspace, 'e'))).reads;
  return { store, clock, find, changed, readsOf, create, turn };
}

test('a workspace is read once a second, and at once when it has changed', async () => {
  const { clock, changed, readsOf } = await directoryFixture();
  assert.is(await readsOf('w'), 1);
  await clock.advance(999);
  assert.is(await readsOf('w'), 0);
  await clock.advance(1);
  assert.is(await readsOf('w'), 1);
  changed('w');
  assert.is(await readsOf('w'), 1);
  assert.is(await readsOf('w'), 0);
});

test('that an endpoint is off, or not there, is never said from memory', async () => {
  const { find, changed, turn, create } = await directoryFixture();
  assert.is((await find('w', 'e'))?.offSinceMs, null);
  assert.is(await find('w', 'new'), null);
  await create('w', 'new');
  assert.is((await find('w', 'new'))?.offSinceMs, null);
  await turn('DISABLED');
  changed('w');
  assert.type((await find('w', 'e'))?.offSinceMs, 'number');
  // As in a process that follows no changes, since it holds no partition.
  await turn('ACTIVE');
  assert.is((await find('w', 'e'))?.offSinceMs, null);
});

test('a reading that failed is not cached: the next question reads again', async () => {
  const { store, find } = await directoryFixture();
  const away = new EventStoreUnavailable('away');
  store.failNext(away);
  let thrown: unknown = null;
  await find('w', 'e').catch((error: unknown) => {
    thrown = error;
  });
  assert.is(thrown, away);
  const found = await find('w', 'e');
  assert.is(found?.endpoint.url, 'https://x.test/');
});

test('a reading that fails late leaves a newer one in memory', async () => {
  const { store, find, changed, readsOf } = await directoryFixture();
  const read = store.readStream;
  let fail: (error: Error) => void = () => {};
  store.readStream = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  const old = find('w', 'e').then(
    () => 'found',
    () => 'failed',
  );
  await new Promise((resolve) => setImmediate(resolve));
  store.readStream = read;
  changed('w');
  const newer = find('w', 'e');
  fail(new EventStoreUnavailable('away'));
  assert.is(await old, 'failed');
  assert.is((await newer)?.endpoint.endpointId, 'e');
  assert.is(await readsOf('w'), 0);
});

test('of more than 10,000 workspaces the one read first is forgotten', async () => {
  const { clock, find, readsOf, create } = await directoryFixture();
  for (const workspace of ['a', 'b', 'c']) await create(workspace);
  for (const workspace of ['a', 'b']) assert.is(await readsOf(workspace), 1, workspace);
  // Read again, `a` is the newer of the two.
  await clock.advance(1_000);
  assert.is(await readsOf('a'), 1);
  for (let n = 0; n < 9_998; n++) await find(`other-${n}`, 'e');
  assert.is(await readsOf('c'), 1);
  assert.equal([await readsOf('a'), await readsOf('c')], [0, 0]);
  assert.is(await readsOf('b'), 1, 'it was to be forgotten');
  assert.is(await readsOf('a'), 1, 'it is now the one read first');
});

test.run();
