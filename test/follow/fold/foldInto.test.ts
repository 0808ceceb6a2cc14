import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../../src/adapters/position.ts';
import type { RecordedEvent } from '../../../src/events/event.ts';
import { foldInto } from '../../../src/follow/fold/foldInto.ts';
import { type AnyProjection, collectionOf } from '../../../src/follow/fold/projection.ts';
import type { Collection, DocumentWrite } from '../../../src/ports/documents.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';

const test = suite('folding into a collection');

/** Items that are opened and closed; an open one stores the word that was said of it. */
const items: AnyProjection = {
  name: 'items',
  version: 1,
  types: ['Opened', 'Said', 'Closed'],
  indexes: {},
  keys: ({ stream }) => [stream],
  fold(document, { type, data }) {
    if (type === 'Opened') return { word: null };
    if (type === 'Closed' || document === null) return null;
    const { word } = data as { word: string };
    return (document as { word: string }).word === word ? document : { word };
  },
};

const event = (at: number, type: string, word = ''): RecordedEvent => ({
  ...{ id: `${at}`, stream: 'one', revision: at, position: positionAt(at), type, data: { word } },
  metadata: { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at: '' },
});

async function setUp() {
  const stored = await memoryDocuments().collection<object>(collectionOf(items));
  const writes: DocumentWrite<object>[] = [];
  const collection: Collection<object> = {
    ...stored,
    async writeMany(many) {
      writes.push(...many);
      await stored.writeMany(many);
    },
  };
  return {
    collection,
    writes,
    fold: (...events: RecordedEvent[]) => foldInto(items, collection, events),
    row: async () => (await stored.getForFold(['one'])).get('one'),
  };
}

test('an event that changes nothing is not written, and leaves the position where it was', async () => {
  const { fold, writes, row } = await setUp();
  await fold(event(1, 'Opened'), event(2, 'Said', 'a'));
  assert.is(writes.length, 1);
  await fold(event(3, 'Said', 'a'));
  assert.is(writes.length, 1);
  assert.equal(await row(), { position: positionAt(2), document: { word: 'a' } });
  await fold(event(4, 'Said', 'a'), event(5, 'Said', 'b'), event(6, 'Said', 'b'));
  assert.equal(await row(), { position: positionAt(5), document: { word: 'b' } });
});

test('what is not there and is not made is not written', async () => {
  const { fold, writes, row } = await setUp();
  await fold(event(1, 'Said', 'a'), event(2, 'Closed'));
  assert.equal([writes.length, await row()], [0, undefined]);
});

test('what came and went in one stretch is remembered as gone: a slower writer does not bring it back', async () => {
  const { fold, collection, row } = await setUp();
  await fold(event(1, 'Opened'), event(2, 'Said', 'a'), event(3, 'Closed'), event(4, 'Said', 'b'));
  assert.equal(await row(), { position: positionAt(3), document: null });
  // Another process read before that, folded the first event, and was held up.
  await collection.writeMany([{ key: 'one', position: positionAt(1), document: { word: null } }]);
  assert.equal(await row(), { position: positionAt(3), document: null });
});

test('the position is the same however the log is divided', async () => {
  const events = [event(1, 'Opened'), event(2, 'Said', 'a'), event(3, 'Said', 'a'), event(4, 'Said', 'a')];
  for (let cut = 0; cut <= events.length; cut++) {
    const { fold, row } = await setUp();
    await fold(...events.slice(0, cut));
    await fold(...events.slice(cut));
    assert.equal(await row(), { position: positionAt(2), document: { word: 'a' } });
  }
});

test('events that are in the document already are written again: the write that failed may be there and be lost yet', async () => {
  const { fold, writes, row } = await setUp();
  const events = [event(1, 'Opened'), event(2, 'Said', 'a'), event(3, 'Said', 'a')];
  await fold(...events);
  await fold(...events);
  const there = { position: positionAt(2), document: { word: 'a' } };
  assert.equal(writes, [
    { key: 'one', ...there },
    { key: 'one', ...there },
  ]);
  assert.equal(await row(), there);
});

test.run();
