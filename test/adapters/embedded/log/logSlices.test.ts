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

const test = suite('slices of the embedded log');

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

test('are refused where one is missing, or damaged', async () => {
  const { reader, path, close } = await ledger();
  const db = openSqlite(path, { busyTimeoutMs: 1_000 });
  db.exec(`UPDATE events SET type = 'Ignored' WHERE position = 15`);
  assert.match(String(await rejection(reader.slice(10, 100))), 'the event at position 15 was changed');
  const typed = String(await rejection(reader.slice(10, 100, { types: ['Sought'] })));
  assert.match(typed, 'the event at position 15 was changed', 'it may have been one of these');
  db.exec('DELETE FROM events WHERE position = 15');
  assert.match(
    String(await rejection(reader.slice(10, 100, { types: ['Sought'] }))),
    'positions 11 to 20 only 9 are there',
  );
  for (const types of [undefined, ['Sought']])
    assert.match(
      String(await rejection(reader.sliceBack(21, 100, { types }))),
      'positions 1 to 20 only 19 are there',
      'backwards too',
    );
  db.close();
  await close();
});

test('are refused where a value is of another kind', () => {
  for (const row of [
    [1, 's', 0, 'Sought', 'id', 'at', 'w', 0, null, '{}'],
    [1, 's', 0, null, 'id', 'at', 'w', 0, '{}', '{}'],
  ]) {
    const rows = { iterate: () => [row], all: () => [[1]] } as unknown as Statement;
    const { slice, sliceBack } = logSlices(
      'folder',
      () => rows,
      () => 1,
    );
    for (const read of [slice.bind(null, 0), sliceBack.bind(null, 2)]) {
      let thrown: unknown;
      try {
        read(10, { types: ['Sought'] });
      } catch (error) {
        thrown = error;
      }
      assert.instance(thrown, LogDamaged);
    }
  }
});

test.run();
