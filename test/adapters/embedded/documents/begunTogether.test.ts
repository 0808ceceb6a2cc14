// runs in: test:all
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeArguments } from '../../../support/project.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/** Several processes that start on a new data folder. */
const test = suite('data folders begun by several processes at once');

const PROCESSES = 6;
const FOLDERS = 200;

test('one makes the files, and the others open them', async () => {
  const folder = temporaryFolder();
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(
      process.execPath,
      [...nodeArguments('test/adapters/embedded/documents/beginChild'), folder.path, String(FOLDERS)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    ),
  );
  const exits = children.map(async (child) => Number((await once(child, 'exit'))[0]));
  await Promise.all(children.map((child) => once(child.stdout, 'readable')));
  const said = children.map(({ stdout }) => text(stdout));
  for (const child of children) child.stdin.end('go');
  assert.equal(await Promise.all(exits), Array(PROCESSES).fill(0));
  assert.equal(await Promise.all(said), Array(PROCESSES).fill('ready\n'));
  folder.remove();
});

test.run();
