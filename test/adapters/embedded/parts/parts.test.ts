import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedParts } from '../../../../src/adapters/embedded/open.ts';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';
import { EventStoreUnavailable } from '../../../../src/ports/eventStore.ts';
import type { PartStore } from '../../../../src/ports/parts.ts';
import { rejection } from '../../../contract/eventStore/events.ts';
import { newPart, partsContract } from '../../../contract/parts.ts';
import { liftLimit, limitFiles } from '../../../faults/appendingProcess.ts';
import { missingTool } from '../../../support/missingTool.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { skipped } from '../../../support/skipped.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { wallClock } from '../../../support/wallClock.ts';

partsContract('parts in parts.sqlite', async (clock) => {
  const folder = temporaryFolder();
  const opened: PartStore[] = [];
  const open = async () => {
    const parts = await openEmbeddedParts(folder.path, { clock, log: quietLog });
    opened.push(parts);
    return parts;
  };
  const subject = await open();
  return {
    subject,
    second: open,
    reopen: async () => {
      await subject.close();
      return open();
    },
    destroy: async () => {
      for (const parts of opened) await parts.close();
      folder.remove();
    },
  };
});

const test = suite('parts.sqlite');
let folder: ReturnType<typeof temporaryFolder>;
let parts: PartStore;
const open = () => openEmbeddedParts(folder.path, { clock: wallClock, log: quietLog });
test.before.each(async () => {
  folder = temporaryFolder();
  parts = await open();
});
test.after.each(async () => {
  await parts.close();
  folder.remove();
});
const path = () => join(folder.path, 'parts.sqlite');

test('nothing is left of a part that was removed, in the file or next to it', async () => {
  const part = newPart('{"to":"somebody.rare@example.net"}');
  await parts.put([part, newPart()]);
  await parts.remove([part.commitment], Date.now() + 1_000);
  await parts.close();
  for (const end of ['', '-wal'])
    if (existsSync(path() + end)) assert.not.match(readFileSync(path() + end, 'latin1'), 'somebody.rare');
});

test('a file that was removed or replaced meanwhile is not written to', async () => {
  renameSync(path(), `${path()}.away`);
  const missing = await rejection(parts.put([newPart()]));
  assert.instance(missing, EventStoreUnavailable);
  assert.match(String(missing), /parts\.sqlite: it was removed or replaced/);
  writeFileSync(path(), '');
  assert.match(String(await rejection(parts.put([newPart()]))), /removed or replaced/);
  rmSync(path());
  renameSync(`${path()}.away`, path());
  await parts.put([newPart()]);
});

test('while another process holds the lock a put waits, and the process goes on', async () => {
  const other = openSqlite(path(), { busyTimeoutMs: 0 });
  other.exec('BEGIN IMMEDIATE');
  const part = newPart();
  let isPut = false;
  const putting = parts.put([part]).then(() => {
    isPut = true;
  });
  await wallClock.sleep(100);
  assert.is(isPut, false);
  other.exec('ROLLBACK');
  await putting;
  other.close();
  assert.is((await parts.find([part.commitment])).size, 1);
});

test('a disk without room refuses puts as an outage that names the file, and takes them when there is room again', async () => {
  const missing = missingTool('prlimit');
  if (missing !== null) return skipped(missing);
  const large = newPart(`"${'x'.repeat(900_000)}"`);
  await parts.put([newPart()]);
  limitFiles(process.pid, statSync(`${path()}-wal`).size + 100_000);
  const refused = await rejection(parts.put([large])).finally(() => liftLimit(process.pid));
  assert.instance(refused, EventStoreUnavailable);
  assert.match(String(refused), 'parts.sqlite');
  assert.is((await parts.find([large.commitment])).size, 0);
  await parts.put([large]);
  assert.is((await parts.find([large.commitment])).get(large.commitment)?.text, large.text);
});

test('a file of another format is refused by name', async () => {
  const other = openSqlite(path(), { busyTimeoutMs: 0 });
  other.exec('PRAGMA user_version = 9');
  other.close();
  assert.match(String(await rejection(open())), /DataFolderRefused: .*parts\.sqlite has the format 9/);
});

test('only its owner may read it', () => {
  assert.is(statSync(path()).mode & 0o777, 0o600);
});

test.run();
