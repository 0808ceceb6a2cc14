import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { run } from '../clients/run.ts';
import { ROOT } from '../support/project.ts';

/** A version whose code is built here to write data folders: `test/upgrades/versions.json`. */
export interface OlderVersion {
  readonly version: string;
  /** All 40 digits of the newest commit of it. */
  readonly commit: string;
}

const git = (...args: readonly string[]) => ['-c', 'safe.directory=*', '-C', ROOT, ...args];

/** Builds a version in a folder. @returns the arguments with which node runs its command line @throws AssertionError */
export async function builtVersion(
  { version, commit }: OlderVersion,
  folder: string,
): Promise<readonly string[]> {
  const known = await run('git', git('cat-file', '-e', `${commit}^{commit}`));
  assert.is(
    known.code,
    0,
    `the history lacks ${version} (commit ${commit}): fetch it whole, git fetch --unshallow`,
  );
  mkdirSync(folder, { recursive: true });
  const parts = ['src', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  const archive = execFileSync('git', git('archive', commit, ...parts), { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lock = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  // What is installed here is what it wants, most of the time.
  if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else {
    const installed = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
    });
    assert.is(installed.code, 0, installed.output);
  }
  const compiler = join('node_modules', 'typescript-7', 'bin', 'tsc');
  const built = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: folder });
  assert.is(built.code, 0, built.output);
  return [join(folder, 'dist', 'cli', 'postledger.js')];
}
