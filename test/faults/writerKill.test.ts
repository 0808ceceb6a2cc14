// runs in: test:all
// timeout: 600 s
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { positionAt } from '../../src/adapters/position.ts';
import { RevisionConflict } from '../../src/ports/eventStore.ts';
import { newEvent, rejection } from '../contract/eventStore/events.ts';
import { missingStrace } from '../support/missingTool.ts';
import { loggedErrors, quietLog } from '../support/quietLog.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { appendedEvents } from './appendedEvents.ts';
import { appendingProcess } from './appendingProcess.ts';
import { checkLog, EVENTS_AN_APPEND, wholeStreams } from './loggedAppends.ts';

const LEDGER = 'ledger.sqlite';
/** Steps of the writer, as the call of the operating system on the file at which it is killed for the nth time. */
const STEPS = [
  ['amid the frames of a transaction', 'ledger.sqlite-wal', 'pwrite64', [30, 31, 32, 133]],
  ['before the sync of a commit', 'ledger.sqlite-wal', 'fsync', [5, 16]],
  [
    'at a lock, among them between a commit and its answer',
    'ledger.sqlite-shm',
    'fcntl',
    [61, 62, 63, 64, 65],
  ],
  ['amid a checkpoint', LEDGER, 'pwrite64', [5, 200]],
  ['between a checkpoint and its sync', LEDGER, 'fsync', [1]],
] as const;
const CALLERS = 8;
/** Enough for two checkpoints, should nothing kill the process. */
const APPENDS = 400;

const missing = missingStrace();
const test = suite('the writer of the embedded log, killed at named steps');

for (const [step, file, call, times] of STEPS)
  test(`${step}: nothing acknowledged is lost, nothing is torn, and it goes on`, async () => {
    if (missing !== null) return skipped(missing);
    for (const nth of times) {
      const folder = temporaryFolder();
      // Made before: what is written to the file itself from then on, and synced, is a checkpoint, in whichever thread.
      if (file === LEDGER) await (await embeddedEventStore(folder.path, { log: quietLog })).close();
      const inject = `inject=${call}:signal=SIGKILL:when=${nth}`;
      const traced = ['-P', join(folder.path, file), '-e', `trace=${call}`, '-e', inject];
      const child = appendingProcess({
        folder: folder.path,
        callers: CALLERS,
        appends: APPENDS,
        under: ['strace', '-f', '-o', '/dev/null', ...traced],
      });
      assert.is(await child.ended, null, `it was killed at ${call} ${nth}`);
      if (file === LEDGER) assert.ok(child.acknowledged.length > 0, 'a checkpoint has events to copy');
      const { errors, log } = loggedErrors();
      const store = await embeddedEventStore(folder.path, { log });
      const events = await checkLog(store, [child]);
      assert.equal(errors, [], 'a kill is no damage');
      const after = positionAt(Math.max(0, events - 1));
      for (const { stream } of (await store.readAll({ after, limit: 1 })).events) {
        const repeated = await rejection(store.append(stream, 'no-stream', [newEvent()]));
        assert.instance(repeated, RevisionConflict, 'the index has all that the log has');
      }
      await store.append('crash-after', 'no-stream', [newEvent()]);
      assert.is(Number(await store.head()), events + 1);
      await store.close();
      folder.remove();
    }
  });

test('a batch whose sync failed may come back after a kill: repeated under its ids it stands there once', async () => {
  if (missing !== null) return skipped(missing);
  let cameBack = 0;
  let refused = 0;
  for (const nth of [21, 28, 46]) {
    const folder = temporaryFolder();
    const inject = `inject=fsync,fdatasync:error=EIO:when=${nth}+`;
    const child = appendingProcess({
      folder: folder.path,
      callers: 4,
      appends: 1_000_000,
      under: ['strace', '-f', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', inject],
    });
    while (child.refused.length < 8)
      await child.answered(child.acknowledged.length + child.refused.length + 4);
    child.killAll();
    await child.ended;
    const store = await embeddedEventStore(folder.path, { log: quietLog });
    const before = await wholeStreams(store);
    for (const stream of child.acknowledged) assert.ok(before.has(stream), `${stream} was lost`);
    for (const stream of child.refused) {
      refused++;
      if (before.has(stream)) cameBack++;
      const { revision } = await store.append(stream, 'no-stream', appendedEvents(stream));
      assert.is(revision, EVENTS_AN_APPEND - 1);
    }
    const after = await wholeStreams(store);
    for (const stream of child.refused) assert.ok(after.has(stream));
    assert.is(after.size, new Set([...before, ...child.refused]).size, 'each of them once');
    await store.close();
    folder.remove();
  }
  console.log(
    `${refused} appends were refused by failing syncs; ${cameBack} of them came back after the kill`,
  );
});

test.run();
