import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import { PAGE_BYTES } from '../../../../src/adapters/embedded/sqlite.ts';
import { BEGINNING } from '../../../../src/events/event.ts';
import { freshStream, newEvent } from '../../../contract/eventStore/events.ts';
import { loggedErrors, quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('a commit of the embedded log that was broken off');

/** Several pages. */
const LARGE = { text: 'x'.repeat(10_000) };

/**
 * What a kill leaves that comes between the header of a commit's last frame and its page: SQLite writes the two one after
 * the other. `index`: of which moment the index of the write-ahead log is.
 */
async function brokenOff(folder: string, index: 'before' | 'after' | 'none') {
  const [live, left] = [join(folder, 'live'), join(folder, `left-${index}`)];
  const store = await embeddedEventStore(live, { log: quietLog, isNew: true });
  for (let n = 0; n < 3; n++) await store.append(freshStream(), 'no-stream', [newEvent()]);
  cpSync(live, left, { recursive: true });
  await store.append(freshStream(), 'no-stream', [newEvent(LARGE)]);
  const wal = readFileSync(join(live, 'ledger.sqlite-wal'));
  wal.fill(0, wal.length - PAGE_BYTES);
  writeFileSync(join(left, 'ledger.sqlite-wal'), wal);
  const shm = join(left, 'ledger.sqlite-shm');
  if (index === 'after') copyFileSync(join(live, 'ledger.sqlite-shm'), shm);
  if (index === 'none') rmSync(shm);
  await store.close();
  return left;
}

/** Opens what was left; resolves with the errors that it logs, and the events that it has. */
async function opened(folder: string) {
  const { errors, log } = loggedErrors();
  const store = await embeddedEventStore(folder, { log });
  const { events } = await store.readAll({ after: BEGINNING, limit: 10 });
  await store.close();
  const copies = readdirSync(folder).filter((name) => name.includes('damaged')).length;
  return { errors, events: events.length, copies };
}

test('is no damage where the index says that it was never finished, as after a kill', async () => {
  const folder = temporaryFolder();
  const { errors, events, copies } = await opened(await brokenOff(folder.path, 'before'));
  assert.equal([errors, events, copies], [[], 3, 0]);
  folder.remove();
});

for (const index of ['after', 'none'] as const)
  test(`is named where ${index === 'after' ? 'the index says that it was finished' : 'there is no index'}`, async () => {
    const folder = temporaryFolder();
    const { errors, events, copies } = await opened(await brokenOff(folder.path, index));
    assert.is(errors.length, 1);
    assert.match(errors[0] ?? '', /ledger\.sqlite-wal is damaged at byte \d+: its last commit is lost/);
    assert.equal([events, copies], [3, 1]);
    folder.remove();
  });

test.run();
