import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { copyLog } from '../../src/cli/migrate/copyLog.ts';
import { hashLog } from '../../src/cli/migrate/logHash.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { memoryBlobs } from '../support/memoryBlobs.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';

const migrate = suite('migrate');
const ids = seededIds('migrate');
const metadata = { v: 1, workspace: ids.uuid(), actor: 'operator', correlation: ids.uuid(), causation: null };

function newEvent(data: object) {
  return { id: ids.uuid(), type: 'Noted', data, metadata: { ...metadata, at: '2026-01-01T00:00:00.000Z' } };
}

/** Streams of several events each, woven into one another, and one event with a blob. */
async function filled() {
  const store = memoryEventStore();
  const blobs = memoryBlobs();
  const ref = await blobs.put(Buffer.from('a long text'));
  for (let turn = 0; turn < 4; turn++) {
    for (let stream = 0; stream < 60; stream++) {
      const events = [newEvent({ turn }), newEvent({ turn, text: turn === 0 ? { blob: ref } : null })];
      await store.append(`note-${stream}`, turn === 0 ? 'no-stream' : turn * 2 - 1, events);
    }
  }
  return { store, blobs, ref };
}

function empty() {
  return { store: memoryEventStore(), blobs: memoryBlobs(), documents: memoryDocuments() };
}

migrate('copies every event in order, and blobs before them', async () => {
  const source = await filled();
  const target = empty();
  assert.is(await copyLog({ source, target, name: 'a' }), 480);
  assert.equal(await hashLog(target.store), await hashLog(source.store));
  assert.is((await hashLog(source.store)).events, 480);
  assert.is((await target.blobs.get(source.ref)).toString(), 'a long text');
});

migrate('goes on where it was broken off, wherever that was', async () => {
  const source = await filled();
  const expected = await hashLog(source.store);
  for (const survives of [0, 1, 37, 100, 239]) {
    const target = empty();
    let appends = 0;
    const dying: EventStore = {
      ...target.store,
      append: (stream, revision, events) => {
        appends += 1;
        if (appends > survives) return Promise.reject(new Error('cut off'));
        return target.store.append(stream, revision, events);
      },
    };
    let failed = false;
    await copyLog({ source, target: { ...target, store: dying }, name: 'a' }).catch(() => {
      failed = true;
    });
    assert.ok(failed);
    await copyLog({ source, target, name: 'a' });
    assert.equal(await hashLog(target.store), expected);
    assert.is(await copyLog({ source, target, name: 'a' }), 0, 'a third time there is nothing left');
  }
});

migrate('takes what was cut otherwise for what it is', async () => {
  const source = await filled();
  const target = empty();
  const [first] = await source.store.readStream('note-0', { limit: 1 });
  assert.ok(first);
  const { id, type, data, metadata } = first;
  await target.store.append('note-0', 'no-stream', [{ id, type, data, metadata }]);
  await copyLog({ source, target, name: 'a' });
  assert.equal(await hashLog(target.store), await hashLog(source.store));
});

migrate('refuses a target that holds something else', async () => {
  const source = await filled();
  const target = empty();
  await target.store.append('note-7', 'no-stream', [newEvent({})]);
  try {
    await copyLog({ source, target, name: 'a' });
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, 'the target holds other events in note-7');
  }
});

migrate('the hash distinguishes logs', async () => {
  const one = await filled();
  const target = empty();
  await copyLog({ source: one, target, name: 'a' });
  await target.store.append('note-99', 'no-stream', [newEvent({})]);
  assert.not.equal(await hashLog(target.store), await hashLog(one.store));
});

migrate.run();
