// timeout: 900 s
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';

// The compiler and the linter are tests like others, so that `npm test` is the whole answer.
const checks = suite('checks');

function check(script: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules', script), ...args],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  assert.is(status, 0, `${stdout}${stderr}`);
}

checks('the types hold', () => check('typescript-7/bin/tsc', '-p', 'tsconfig.json'));

checks('the linter and the formatter are content', () => check('@biomejs/biome/bin/biome', 'check'));

checks('nothing is exported that nobody imports, no file and no package lies idle', () =>
  check('knip/bin/knip.js', '--no-progress'),
);

checks.run();
