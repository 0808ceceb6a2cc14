import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';
import type { Module } from './rooms.ts';

export interface Cruised {
  readonly modules: readonly Module[];
  readonly summary: {
    readonly violations: readonly { rule: { name: string }; from: string; to: string }[];
  };
}

/** What dependency-cruiser finds in the `src` of a folder, by the rules of this project. */
export function cruise(folder: string): Cruised {
  const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(ROOT, '.dependency-cruiser.cjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cruiser, 'src', '--config', config, '--output-type', 'json'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  assert.not.equal(stdout, '', stderr);
  return JSON.parse(stdout) as Cruised;
}
