import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hasRoom } from '../../../src/adapters/node/diskRoom.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { consoleFixture } from '../../console/consoleFixture.ts';
import { manualClock } from '../../support/manualClock.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const test = suite('issue 50, 5: /readyz is false while no append works, whichever listener noticed');

/** A service on a disk, whose state the test sets. */
async function onDisk(isEmbedded: boolean) {
  const disk = { isFull: false, free: 1_000 };
  const clock = manualClock();
  const asked: boolean[] = [];
  const room = async (hasFailed: boolean) => {
    asked.push(hasFailed);
    return disk.free >= (hasFailed ? 16 : 1);
  };
  const console = await consoleFixture({ clock, ...(isEmbedded && { hasRoom: room }) });
  const { api } = console;
  const append = api.store.append;
  api.store.append = async (...args) => {
    if (disk.isFull) throw new EventStoreUnavailable('database or disk is full');
    return append(...args);
  };
  const readyz = async () => (await api.call('GET', '/readyz', { key: null })).status;
  return { console, api, clock, disk, readyz, asked };
}

type OnDisk = Awaited<ReturnType<typeof onDisk>>;
const body = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };

/** Each of the ways in, as one would find out that the disk is full. */
const LISTENERS: Readonly<Record<string, (at: OnDisk) => Promise<() => Promise<unknown>>>> = {
  api:
    async ({ api }) =>
    () =>
      api.call('POST', '/v1/emails', { body, idempotencyKey: 'k' }),
  console: async ({ console }) => {
    const [link, ann] = [await console.link(), console.visitor()];
    return () => ann.post(link, {}, link);
  },
  'command of another part':
    async ({ api }) =>
    () =>
      api.ledger.store.append('email-x', 'no-stream', []).catch(() => {}),
};

for (const [name, preparing] of Object.entries(LISTENERS))
  test(`noticed by the ${name}, on a full disk, until there is room, and never in between`, async () => {
    const at = await onDisk(true);
    const notice = await preparing(at);
    assert.is(await at.readyz(), 200);
    Object.assign(at.disk, { isFull: true, free: 2 });
    assert.is(await at.readyz(), 200, 'nobody knows');
    await notice();
    for (let second = 0; second < 300; second++) {
      assert.is(await at.readyz(), 503, `after ${second} s`);
      // Room that was set aside may still be filled.
      at.disk.isFull = second % 3 === 0;
      if (second % 7 === 0) await at.api.call('POST', '/v1/emails', { body, idempotencyKey: `${second}` });
      await at.clock.advance(1_000);
    }
    Object.assign(at.disk, { isFull: false, free: 1_000 });
    await at.clock.advance(5_000);
    assert.is(await at.readyz(), 200, 'without an append, since nothing is sent to what is not ready');
    await at.console.close();
  });

test('a disk without any room is noticed before an append is', async () => {
  const at = await onDisk(true);
  at.disk.free = 0;
  assert.is(await at.readyz(), 503);
  at.disk.free = 10;
  await at.clock.advance(60_000);
  assert.is(await at.readyz(), 503, 'a little room is not enough');
  at.disk.free = 20;
  await at.clock.advance(5_000);
  assert.is(await at.readyz(), 200);
  await at.console.close();
});

test('over an engine the last append decides; one that fails again and again counts longer each time', async () => {
  const at = await onDisk(false);
  const send = (key: number) => at.api.call('POST', '/v1/emails', { body, idempotencyKey: `${key}` });
  at.disk.isFull = true;
  const waits: number[] = [];
  for (let round = 0; round < 6; round++) {
    await send(round);
    let seconds = 0;
    for (; (await at.readyz()) === 503; seconds++) await at.clock.advance(1_000);
    waits.push(seconds);
  }
  assert.equal(waits, [5, 10, 20, 40, 80, 80]);
  await send(7);
  at.disk.isFull = false;
  await send(8);
  assert.is(await at.readyz(), 200);
  await at.console.close();
});

test('a folder is tried by a write, which leaves nothing', async () => {
  const folder = temporaryFolder();
  for (const hasFailed of [false, true]) assert.is(await hasRoom(folder.path, hasFailed), true);
  assert.is(await hasRoom(`${folder.path}/gone`, true), false);
  folder.remove();
});

test.run();
