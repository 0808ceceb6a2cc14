import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readPosition } from '../../src/adapters/position.ts';
import { copyLog } from '../../src/cli/copy/copyLog.ts';
import { hashLog } from '../../src/cli/copy/logHash.ts';
import { commitmentTo } from '../../src/events/commitments.ts';
import type { NewEvent, Position } from '../../src/events/event.ts';
import { SEAL_STREAM } from '../../src/events/seal.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { memoryBlobs } from '../support/memoryBlobs.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { type MemoryEventStore, memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const migrate = suite('migrate');
const ids = seededIds('migrate');
const metadata = { v: 1, workspace: ids.uuid(), actor: 'operator', correlation: ids.uuid(), causation: null };

function newEvent(data: object) {
  return { id: ids.uuid(), type: 'Noted', data, metadata: { ...metadata, at: '2026-01-01T00:00:00.000Z' } };
}

/** Contents that name a blob lie in a part, to which the event commits. */
function withContents(text: object): NewEvent {
  const contents = { salt: 'A'.repeat(22), text: JSON.stringify({ text }) };
  const event = newEvent({});
  return { ...event, metadata: { ...event.metadata, contents: commitmentTo(contents) }, parts: { contents } };
}

/** Streams of several events each, woven into one another, and one event with a blob. */
async function filled() {
  const store = memoryEventStore();
  const blobs = memoryBlobs();
  const ref = await blobs.put(Buffer.from('a long text'));
  for (let turn = 0; turn < 4; turn++) {
    for (let stream = 0; stream < 60; stream++) {
      const events = [newEvent({ turn }), turn === 0 ? withContents({ blob: ref }) : newEvent({ turn })];
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
  const partsIn = ({ log }: MemoryEventStore) => new Map(log.map(({ id, parts }) => [id, parts]));
  assert.equal(partsIn(target.store), partsIn(source.store));
  assert.is((await target.blobs.get(source.ref)).toString(), 'a long text');
});

migrate('a log whose parts are not those of its events is not taken for whole', async () => {
  const { store } = await filled();
  const at = store.log.findIndex(({ parts }) => parts !== undefined);
  const event = store.log[at];
  if (event === undefined) throw new Error('no event has parts');
  const { parts: _, ...lacking } = event;
  const other = { contents: { salt: 'B'.repeat(22), text: event.parts?.contents?.text ?? '' } };
  for (const changed of [lacking, { ...event, parts: other }]) {
    store.log[at] = changed;
    const fault = String(await hashLog(store).catch((error: unknown) => error));
    assert.match(fault, `the event at position ${at + 1} lacks its part contents`);
  }
});

/** An event of a log; `after`: the number of an earlier one that it names, as its cause or as what it reports. */
interface Written {
  readonly stream: string;
  readonly after?: number;
  readonly by?: 'causation' | 'eventId';
  readonly type?: string;
  readonly data?: object;
}

/** A log of one event an append, in this order, and the order in which the copy writes it with appends that end at random. */
async function copied(events: readonly Written[]) {
  const source = { store: memoryEventStore(), blobs: memoryBlobs() };
  const revisions = new Map<string, number>();
  const order: string[] = [];
  const written: string[] = [];
  for (const [n, { stream, after, by, type, data }] of events.entries()) {
    const named = written[after ?? -1] ?? null;
    const event = newEvent({ n, ...data, ...(by === 'eventId' && { eventId: named }) });
    const revision = revisions.get(stream) ?? -1;
    const causation = by === 'causation' ? named : null;
    const appended = [{ ...event, type: type ?? event.type, metadata: { ...event.metadata, causation } }];
    await source.store.append(stream, revision === -1 ? 'no-stream' : revision, appended);
    revisions.set(stream, revision + 1);
    written.push(event.id);
  }
  const target = empty();
  const random = seededRandom(SEED);
  let underWay = 0;
  let most = 0;
  const slow: EventStore = {
    ...target.store,
    async append(stream, expected, appended) {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turns = Math.floor(random() * 20); turns > 0; turns--) await new Promise(setImmediate);
      const answer = await target.store.append(stream, expected, appended);
      order.push(...appended.map(({ data }) => String(Object(data).n)));
      underWay -= 1;
      return answer;
    },
  };
  await copyLog({ source, target: { ...target, store: slow }, name: 'a' });
  assert.equal(await hashLog(target.store), await hashLog(source.store));
  return {
    place: order.map(Number).reduce((at, n, place) => at.set(n, place), new Map<number, number>()),
    most,
  };
}

migrate(
  'copies 64 streams at once, of one correlation too; what names an event comes after it, and what is of no message keeps its place',
  async () => {
    const events = Array.from({ length: 600 }, (_, n): Written => {
      if (n % 150 === 149) return { stream: 'webhooks-w' };
      const message = n % 150;
      if (n < 300) return { stream: `email-${message}` };
      const by = n < 450 ? 'causation' : 'eventId';
      return { stream: `webhookdelivery-${n}`, after: n % 300, by };
    });
    const { place, most } = await copied(events);
    assert.is(most, 64);
    assert.ok(
      [...place].some(([n, at]) => n !== at),
      'the order between streams is another one',
    );
    for (const [n, { stream }] of events.entries())
      for (let later = n + 1; later < events.length; later++) {
        const other = events[later];
        const isKept =
          stream === 'webhooks-w' ||
          other?.stream === 'webhooks-w' ||
          other?.stream === stream ||
          other?.after === n;
        if (isKept) assert.ok(Number(place.get(n)) < Number(place.get(later)), `${n} before ${later}`);
      }
  },
);

migrate(
  'keeps the order in which messages suppress and free an address, and use an id of the carrier',
  async () => {
    const ADDRESSES = 100;
    const suppressing = ['Unsubscribed', 'Resubscribed', 'Bounced', 'Complained'] as const;
    const events = Array.from({ length: 800 }, (_, n): Written => {
      const [of, turn] = [n % ADDRESSES, Math.floor(n / ADDRESSES)];
      if (turn >= suppressing.length)
        return { stream: `sms-${n}`, type: 'SmsSent', data: { attempt: 1, carrierId: `${of}` } };
      const recipient = turn === 1 ? `ANN${of}@example.org` : `ann${of}@example.org`;
      return {
        stream: `email-${n}`,
        type: suppressing[turn] ?? '',
        data: { deliveryId: `${n}`, suppressionId: `${of}`, recipient },
      };
    });
    const { place, most } = await copied(events);
    assert.is(most, 64);
    const half = events.length / 2;
    for (let n = 0; n < events.length; n++)
      for (let later = n + ADDRESSES; later < (n < half ? half : events.length); later += ADDRESSES)
        assert.ok(Number(place.get(n)) < Number(place.get(later)), `${n} before ${later}`);
  },
);

migrate('after a fault it begins no more, and everything has ended before it says so', async () => {
  const source = { store: memoryEventStore(), blobs: memoryBlobs() };
  for (let n = 0; n < 300; n++) {
    const event = newEvent({ n });
    const metadata = { ...event.metadata, correlation: ids.uuid() };
    await source.store.append(`email-${n}`, 'no-stream', [{ ...event, metadata }]);
  }
  const target = empty();
  let begun = 0;
  let underWay = 0;
  const failing: EventStore = {
    ...target.store,
    async append() {
      begun += 1;
      underWay += 1;
      await new Promise(setImmediate);
      underWay -= 1;
      throw new Error('cut off');
    },
  };
  const copy = copyLog({ source, target: { ...target, store: failing }, name: 'a' });
  assert.match(String(await copy.catch((error: unknown) => error)), /cut off/);
  assert.equal([begun, underWay], [64, 0]);
});

migrate('copies blobs side by side, each once, and begins no more of them after a fault', async () => {
  const source = { store: memoryEventStore(), blobs: memoryBlobs() };
  for (let n = 0; n < 40; n++) {
    const blob = await source.blobs.put(Buffer.from(`text ${n % 30}`));
    await source.store.append(`email-${n}`, 'no-stream', [withContents({ blob })]);
  }
  const copyOf = async (failsAt: number) => {
    const target = empty();
    const counts = { begun: 0, underWay: 0, most: 0 };
    const put = async (bytes: Uint8Array) => {
      counts.begun += 1;
      counts.underWay += 1;
      counts.most = Math.max(counts.most, counts.underWay);
      const fails = counts.begun === failsAt;
      await new Promise(setImmediate);
      counts.underWay -= 1;
      if (fails) throw new Error('cut off');
      return target.blobs.put(bytes);
    };
    const copy = copyLog({ source, target: { ...target, blobs: { ...target.blobs, put } }, name: 'a' });
    return { ended: String(await copy.catch((error: unknown) => error)), ...counts };
  };
  assert.equal(await copyOf(0), { ended: '40', begun: 30, underWay: 0, most: 8 });
  const { ended, begun, underWay } = await copyOf(9);
  assert.equal([ended, underWay], ['Error: cut off', 0]);
  assert.ok(begun < 25, `${begun} begun`);
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

migrate('the target’s documents know no position but those of its own log', async () => {
  const source = await filled();
  const beyond = (position: Position) => readPosition(`9${position.slice(1)}`);
  const far: EventStore = {
    ...source.store,
    async readAll({ after, ...rest }) {
      const { events, position, caughtUp } = await source.store.readAll({
        after: readPosition(`0${after.slice(1)}`),
        ...rest,
      });
      const moved = events.map((event) => ({ ...event, position: beyond(event.position) }));
      return { events: moved, position: beyond(position), caughtUp };
    },
  };
  const target = empty();
  await copyLog({ source: { ...source, store: far }, target, name: 'a' });
  const marks = await target.documents.collection<object>({ name: 'migrations', indexes: {} });
  assert.is((await marks.get('a'))?.position, await target.store.head());
  assert.is(await copyLog({ source: { ...source, store: far }, target, name: 'a' }), 0);
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

migrate('seals are left out, and count for nothing: they are about the order of the source', async () => {
  const source = await filled();
  const before = await hashLog(source.store);
  await source.store.append(SEAL_STREAM, 'no-stream', [newEvent({}), newEvent({})]);
  const target = empty();
  await copyLog({ source, target, name: 'a' });
  assert.equal(await target.store.readStream(SEAL_STREAM), []);
  assert.equal([await hashLog(source.store), await hashLog(target.store)], [before, before]);
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

migrate('the hash is of the events in their streams, in whatever order of streams', async () => {
  const [one, other, third] = [newEvent({ n: 1 }), newEvent({ n: 2 }), newEvent({ n: 3 })];
  const hashOf = async (...appends: [string, typeof one][]) => {
    const store = memoryEventStore();
    const revisions = new Map<string, number>();
    for (const [stream, event] of appends) {
      const revision = revisions.get(stream) ?? -1;
      await store.append(stream, revision === -1 ? 'no-stream' : revision, [event]);
      revisions.set(stream, revision + 1);
    }
    return (await hashLog(store)).sha256Sum;
  };
  const hash = await hashOf(['a', one], ['b', other], ['a', third]);
  assert.is(await hashOf(['b', other], ['a', one], ['a', third]), hash);
  assert.is.not(await hashOf(['a', third], ['b', other], ['a', one]), hash, 'another order in a stream');
  assert.is.not(await hashOf(['b', one], ['a', other], ['b', third]), hash, 'other streams');
  assert.is.not(await hashOf(['a', one], ['b', other]), hash, 'one is missing');
});

migrate('the hash distinguishes logs', async () => {
  const one = await filled();
  const target = empty();
  await copyLog({ source: one, target, name: 'a' });
  await target.store.append('note-99', 'no-stream', [newEvent({})]);
  assert.not.equal(await hashLog(target.store), await hashLog(one.store));
});

migrate.run();
