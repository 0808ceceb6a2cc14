import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';

/** Runs a program of a package on the project. @throws with what it printed when it finds something */
export function check(script: string, ...args: string[]): void {
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
