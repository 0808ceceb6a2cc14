import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type EmbeddedEventStore,
  embeddedEventStore,
} from '../../../../src/adapters/embedded/log/eventStore.ts';
import { BEGINNING, type RecordedEvent } from '../../../../src/events/event.ts';
import { collect, fill, freshStream, newEvent } from '../../../contract/eventStore/events.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/** More than one reading of the log looks at (4,000 records). */
const OTHERS = 5_001;

const test = suite('reading a few event types of the embedded log');
let folder: ReturnType<typeof temporaryFolder>;
let store: EmbeddedEventStore;
/** As another process has it open: nothing that it writes is known to `store` before it is read. */
let other: EmbeddedEventStore;
test.before(async () => {
  folder = temporaryFolder();
  store = await embeddedEventStore(folder.path, { log: quietLog });
  other = await embeddedEventStore(folder.path, { log: quietLog });
  await fill(other, freshStream(), OTHERS, 'Ignored');
});
test.after(async () => {
  await store.close();
  await other.close();
  folder.remove();
});

const textOf = ({ data }: RecordedEvent) => (data as { text?: string }).text;

test('a page reads on past more events of other types than one look takes', async () => {
  const { position } = await other.append(freshStream(), 'no-stream', [newEvent({ text: 'it' }, 'Sought')]);
  const page = await store.readAll({ after: BEGINNING, limit: 10, types: ['Sought'] });
  assert.equal(page.events.map(textOf), ['it'], 'the event after the others is on the page');
  assert.is(page.position, position);
  assert.ok(page.caughtUp);
});

test('a subscription is caught up only when nothing is left to look at', async () => {
  const head = await store.head();
  const stop = new AbortController();
  const said: { position: string; caughtUp: boolean }[] = [];
  for await (const batch of store.subscribe({ after: BEGINNING, types: ['Sought'], signal: stop.signal })) {
    said.push({ position: batch.position, caughtUp: batch.caughtUp });
    if (batch.position === head) stop.abort();
  }
  assert.ok(said.length > 1, 'the log took more than one look');
  for (const { position, caughtUp } of said)
    assert.is(caughtUp, position === head, `caughtUp at position ${position}, the end being ${head}`);
});

test('an event that another process wrote directly before an own batch is not skipped', async () => {
  const after = await store.head();
  const write = (from: EmbeddedEventStore, type: string, text: string) =>
    from.append(freshStream(), 'no-stream', [newEvent({ text }, type)]);
  const expected: string[] = [];
  for (const round of ['first', 'second', 'third']) {
    // Two own batches with one event of the other process between them, so that it touches both.
    await write(store, 'Ignored', 'own');
    await write(other, 'Sought', `${round} of the other process`);
    await write(store, 'Ignored', 'own');
    expected.push(`${round} of the other process`);
  }
  await write(store, 'Sought', 'the last one');
  const seen = await collect(store, { after, types: ['Sought'] }, (events) =>
    events.some((event) => textOf(event) === 'the last one'),
  );
  assert.equal(seen.map(textOf), [...expected, 'the last one']);
});

/** Two stores whose processes say to each other what they write, and what each of them was told. */
async function talking() {
  const stores = [
    await embeddedEventStore(folder.path, { log: quietLog }),
    await embeddedEventStore(folder.path, { log: quietLog }),
  ] as const;
  const [one, two] = stores;
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const)
    from.growth.onGrown(to.growth.announce);
  return { one, two, close: () => Promise.all(stores.map((each) => each.close())) };
}

test('what both processes write of other types hides nothing of the types asked for', async () => {
  const { one, two, close } = await talking();
  const after = await one.head();
  const expected = Array.from({ length: 300 }, (_, number) => `${number}`);
  const seen = collect(one, { after, types: ['Sought'] }, (events) =>
    events.some((event) => textOf(event) === 'the last one'),
  );
  const write = (from: EmbeddedEventStore, type: string, text: string) =>
    from.append(freshStream(), 'no-stream', [newEvent({ text }, type)]);
  for (const text of expected)
    await Promise.all([write(one, 'Ignored', text), write(two, 'Ignored', text), write(two, 'Sought', text)]);
  await write(two, 'Sought', 'the last one');
  assert.equal((await seen).map(textOf), [...expected, 'the last one']);
  await close();
});

test('what another ledger says of itself is ignored, a copy’s too', async () => {
  const copied = temporaryFolder();
  cpSync(folder.path, copied.path, { recursive: true });
  const copy = await embeddedEventStore(copied.path, { log: quietLog });
  const after = await store.head();
  const seen = collect(store, { after, types: ['Sought'] }, (events) =>
    events.some((event) => textOf(event) === 'the last one'),
  );
  copy.growth.onGrown(store.growth.announce);
  for (const text of ['one', 'two'])
    await copy.append(freshStream(), 'no-stream', [newEvent({ text }, 'Sought')]);
  await sleep(50);
  await store.append(freshStream(), 'no-stream', [newEvent({ text: 'the last one' }, 'Sought')]);
  assert.equal((await seen).map(textOf), ['the last one']);
  await copy.close();
  copied.remove();
});

test.run();
