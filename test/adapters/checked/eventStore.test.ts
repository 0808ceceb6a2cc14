import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedEventStore, EventOutsideCatalogue } from '../../../src/adapters/checked/eventStore.ts';
import { BEGINNING } from '../../../src/events/event.ts';
import { freshStream, newEvent, rejection } from '../../contract/eventStore/events.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { seededIds } from '../../support/seededIds.ts';

const test = suite('checked event store');
const options = { ids: seededIds('checked') };
const granted = () => newEvent({ credits: 5 }, 'CreditsGranted');

test('an event of the catalogue is appended and read back', async () => {
  const store = checkedEventStore(memoryEventStore(), options);
  const stream = freshStream('workspace');
  const event = granted();
  await store.append(stream, 'no-stream', [event]);
  assert.equal((await store.readStream(stream))[0]?.data, event.data);
  assert.is((await store.readAll({ after: BEGINNING, limit: 10 })).events.length, 1);
  const stop = new AbortController();
  for await (const { events } of store.subscribe({ after: BEGINNING, signal: stop.signal })) {
    assert.is(events[0]?.id, event.id);
    stop.abort();
  }
});

const wrong: [string, () => ReturnType<typeof newEvent>][] = [
  ['an unknown type', () => newEvent({}, 'CreditsInvented')],
  ['another shape', () => newEvent({ credits: 'many' }, 'CreditsGranted')],
  ['a field missing', () => newEvent({}, 'CreditsGranted')],
  ['no object', () => newEvent(null, 'CreditsGranted')],
  ['another version', () => ({ ...granted(), metadata: { ...granted().metadata, v: 2 } })],
];
for (const [what, make] of wrong) {
  test(`an event outside the catalogue is a defect, and nothing is written: ${what}`, async () => {
    const inner = memoryEventStore();
    const append = checkedEventStore(inner, options).append(freshStream('workspace'), 'no-stream', [
      granted(),
      make(),
    ]);
    assert.instance(await rejection(append), EventOutsideCatalogue);
    assert.is(inner.log.length, 0);
  });
}

test('an event of an unknown version is not handed out', async () => {
  const inner = memoryEventStore();
  const stream = freshStream('workspace');
  const [later] = [{ ...granted(), metadata: { ...granted().metadata, v: 99 } }];
  await inner.append(stream, 'no-stream', [later]);
  assert.match(String(await rejection(checkedEventStore(inner, options).readStream(stream))), /version 99/);
});

test.run();
