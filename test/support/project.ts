import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of the code that runs: the project itself, or one below `build/` in it, where the tests' runner compiles everything. */
const CODE = join(import.meta.dirname, '..', '..');

/** The project's folder: its sources, documents and packages are there, compiled or not. */
export const ROOT =
  [CODE, join(CODE, '..'), join(CODE, '..', '..')].find((folder) =>
    existsSync(join(folder, 'package-lock.json')),
  ) ?? CODE;

/**
 * Arguments with which node runs a program of this code: compiled when the caller is, else from source.
 * @param program its path from the project's folder without an ending, e.g. `test/double/main`
 */
export function nodeArguments(program: string): readonly string[] {
  const path = join(CODE, program);
  if (import.meta.url.endsWith('.ts')) return ['--import', 'tsx', `${path}.ts`];
  // All output of a run is searched for secrets.
  const watch = pathToFileURL(join(CODE, 'test', 'house', 'runner', 'secretWatch.js')).href;
  return ['--import', watch, `${path}.js`];
}

/** Arguments with which node runs the product's own command line. */
export const COMMAND_LINE = nodeArguments('src/cli/postledger');
