import { spawn } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { ROOT } from '../../support/project.ts';
import type { PlantedFault } from './fault.ts';
import { BEGUN, type Search } from './searchOutcome.ts';

const compiled = fileURLToPath(new URL('../../..', import.meta.url));
const sources = join(ROOT, 'src');

/** A search that takes so much longer than its processor time has no end: what was begun in time may take a while. */
const LONGER_S = 120;

/** A copy of the compiled project, in which faults are planted and searched for one after the other. */
export interface PlantedCopy {
  /**
   * What came of a search with a fault; a text where the search had no end or failed, which finds it too.
   * @param seconds of processor time
   * @param scenario where to search; empty: in all, and then with seeds
   */
  search(fault: PlantedFault, seconds: number, scenario: string): Promise<Search | string>;
  close(): Promise<void>;
}

/** `name`: of its folder next to the compiled project's. */
export async function plantedCopy(name: string): Promise<PlantedCopy> {
  const copy = join(compiled, name);
  const close = () => rm(copy, { recursive: true, force: true });
  await close();
  for (const folder of ['src', 'test', 'packages', 'package.json'])
    await cp(join(compiled, folder), join(copy, folder), { recursive: true });
  return {
    close,
    async search({ name: fault, file, edits }, seconds, scenario) {
      const into = join(copy, 'src', file.replace(/\.ts$/, '.js'));
      if (edits.length > 0) await writeFile(into, await compiledWith(file, edits));
      const program = join(copy, 'test/simulation/planted/search.js');
      // By processor time, so that a busy machine changes nothing.
      const limited = ['-c', 'ulimit -t "$0" && exec "$@"', String(seconds + LONGER_S)];
      const child = spawn('sh', [...limited, process.execPath, program, String(seconds * 1_000), scenario], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      if (edits.length > 0) await cp(join(compiled, 'src', file.replace(/\.ts$/, '.js')), into);
      const [begun, last] = printed.trim().split('\n');
      if (begun !== BEGUN)
        throw new Error(`the search with '${fault}' did not begin: ${errors.slice(0, 1_000)}`);
      return last === undefined ? `no end: ${errors.slice(0, 300)}` : (JSON.parse(last) as Search);
    },
  };
}

/**
 * A file of src with a fault in it, as JavaScript without types and comments.
 * @throws Error where a text that is to be replaced does not stand there exactly once
 */
export async function compiledWith(file: string, edits: PlantedFault['edits']): Promise<string> {
  let source = await readFile(join(sources, file), 'utf8');
  for (const { find, by } of edits) {
    if (source.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`);
    source = source.replace(find, () => by);
  }
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20' });
  return code.replace(/(from |import )"(\.[^"]*)\.ts"/g, '$1"$2.js"');
}
