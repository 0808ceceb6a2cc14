import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { logEndLooks } from '../../../../src/adapters/embedded/log/logEndLooks.ts';
import { eventually } from '../../../e2e/eventually.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('looks at the end of the embedded log');
/** A log counts as idle at the first look after 250 ms without growth; looks are 75 ms apart at most. */
const IDLE_AFTER_MS = 400;

/** Looks that have begun, and how many there were. */
function looking(look = async () => {}) {
  const folder = temporaryFolder();
  const file = join(folder.path, 'log-wal');
  writeFileSync(file, '');
  let count = 0;
  const looks = logEndLooks(file, () => {
    count++;
    return look();
  });
  looks.begin();
  return {
    looks,
    count: () => count,
    write: () => appendFileSync(file, 'frames'),
    close() {
      looks.end();
      folder.remove();
    },
  };
}

test('are fewer where other processes say what they write', async () => {
  const told = looking();
  told.looks.end();
  told.looks.peerReported();
  told.looks.begin();
  const untold = looking();
  const begunAtMs = performance.now();
  await sleep(200);
  const most = (performance.now() - begunAtMs) / 75;
  assert.ok(told.count() <= most, `${told.count()} looks, at most ${most}`);
  assert.ok(untold.count() > told.count(), `${untold.count()} looks for those who say nothing`);
  told.close();
  untold.close();
});

test('are frequent once the file of an idle log is written, until what was written has come', async () => {
  const { looks, count, write, close } = looking();
  looks.peerReported();
  await sleep(IDLE_AFTER_MS);
  const idle = count();
  write();
  await eventually('it looks often', () => count() > idle + 3, 1_000);
  looks.grown();
  looks.peerReported();
  // One look is due from before.
  await sleep(10);
  const come = count();
  const begunAtMs = performance.now();
  await sleep(100);
  const most = (performance.now() - begunAtMs) / 75 + 1;
  assert.ok(count() - come <= most, `${count() - come} looks after it has come`);
  close();
});

test('are made one at a time, however long one takes', async () => {
  let answer = () => {};
  const { count, close } = looking(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  await eventually('it looks', () => count() > 0);
  // Several times the pause between two looks.
  await sleep(200);
  assert.is(count(), 1);
  answer();
  await eventually('it looks again', () => count() > 1);
  answer();
  close();
});

test('are one a second in an idle process, and many again once the file is written', async () => {
  const { count, write, close } = looking();
  await sleep(IDLE_AFTER_MS);
  const [idleFrom, idleFromMs] = [count(), performance.now()];
  await sleep(600);
  const [idleTo, idleMs] = [count(), performance.now() - idleFromMs];
  assert.ok(idleTo - idleFrom <= 1 + idleMs / 1_000, `${idleTo - idleFrom} looks in ${idleMs} ms`);
  write();
  // By itself it would look once meanwhile.
  for (let step = 0; step < 20; step++) await sleep(10);
  assert.ok(count() - idleTo >= 4, `${count() - idleTo} looks`);
  close();
});

test.run();
