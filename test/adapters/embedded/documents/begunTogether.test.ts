// runs in: test:all
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeArguments } from '../../../support/project.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/** Several processes that start on a new data folder. */
const test = suite('documents begun by several processes at once');

const PROCESSES = 6;
const ROUNDS = 8;

test('one makes the file, and the others open it', async () => {
  const ends: (string | number | null)[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const folder = temporaryFolder();
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(
        process.execPath,
        [...nodeArguments('test/adapters/embedded/documents/beginChild'), folder.path],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      ),
    );
    const codes = children.map(async (child) => Number((await once(child, 'exit'))[0]));
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    for (const child of children) child.stdin.end('go');
    ends.push(...(await Promise.all(codes)));
    folder.remove();
  }
  assert.equal(
    ends.filter((code) => code !== 0),
    [],
  );
});

test.run();
