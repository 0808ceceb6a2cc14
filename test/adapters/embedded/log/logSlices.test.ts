import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { logReader } from '../../../../src/adapters/embedded/log/logReader.ts';
import { logSlices } from '../../../../src/adapters/embedded/log/logSlices.ts';
import { openSqlite, type Statement } from '../../../../src/adapters/embedded/sqlite.ts';
import { LogDamaged } from '../../../../src/ports/eventStore.ts';
import { freshStream, newEvent, numbered, rejection } from '../../../contract/eventStore/events.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('a few events of the embedded log');

/** A ledger of twenty events, of which the last is of another type. */
async function ledger() {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  await store.append(freshStream(), 'no-stream', numbered(19));
  await store.append(freshStream(), 'no-stream', [newEvent({}, 'Sought')]);
  const reader = logReader(folder.path);
  return {
    store,
    reader,
    path: `${folder.path}/ledger.sqlite`,
    async close() {
      reader.close();
      await store.close();
      folder.remove();
    },
  };
}

test('are all that come after a position, where they are few', async () => {
  const { reader, close } = await ledger();
  assert.is(await reader.few(3), null, 'seventeen are too many');
  const sixteen = await reader.few(4);
  assert.is(sixteen?.events.length, 16);
  assert.is(sixteen?.position, 20);
  assert.is(sixteen?.atEnd, true);
  const sought = await reader.few(4, ['Sought']);
  assert.equal(
    sought?.events.map(({ type }) => type),
    ['Sought'],
  );
  assert.is(sought?.position, 20, 'what is of other types is passed');
  assert.equal(await reader.few(20), { events: [], position: 20, atEnd: true });
  await close();
});

test('are read in slices where they are large', async () => {
  const { store, reader, close } = await ledger();
  const large = { text: 'x'.repeat(300_000) };
  await store.append(freshStream(), 'no-stream', [newEvent(large)]);
  assert.is((await reader.few(20))?.events.length, 1);
  await store.append(freshStream(), 'no-stream', [newEvent(large)]);
  assert.is(await reader.few(20), null);
  await close();
});

test('are refused where one is missing, or damaged', async () => {
  const { reader, path, close } = await ledger();
  const db = openSqlite(path, { busyTimeoutMs: 1_000 });
  db.exec(`UPDATE events SET type = 'Ignored' WHERE position = 15`);
  assert.match(String(await rejection(reader.few(10))), 'the event at position 15 was changed');
  const typed = String(await rejection(reader.few(10, ['Sought'])));
  assert.match(typed, 'the event at position 15 was changed', 'it may have been one of these');
  db.exec('DELETE FROM events WHERE position = 15');
  assert.match(String(await rejection(reader.few(10, ['Sought']))), 'positions 11 to 20 only 9 are there');
  db.close();
  await close();
});

test('are refused where a value is of another kind', () => {
  for (const row of [
    [1, 's', 0, 'Sought', 'id', 'at', 'w', 0, null, '{}'],
    [1, 's', 0, null, 'id', 'at', 'w', 0, '{}', '{}'],
  ]) {
    const rows = { all: () => [row] } as unknown as Statement;
    const { few } = logSlices(
      'folder',
      () => rows,
      () => 1,
    );
    let thrown: unknown;
    try {
      few(0, ['Sought']);
    } catch (error) {
      thrown = error;
    }
    assert.instance(thrown, LogDamaged);
  }
});

test.run();
