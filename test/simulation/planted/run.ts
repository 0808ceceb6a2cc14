import { spawn } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transform } from 'esbuild';
import type { PlantedFault } from './fault.ts';
import { BEGUN, type Search } from './searchOutcome.ts';
import { UNDONE_FIXES } from './undoneFixes.ts';
import { UNNOTICED_FAULTS } from './unnoticedFaults.ts';

// `npm run simulate -- --planted [--fault TEXT] [--seconds N] [--scenario TEXT]`: plants each fault in a copy of the compiled
// project, and says by which rule the simulation found it. With a scenario's name it searches there alone.

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: [''] },
    seconds: { type: 'string', default: '20' },
    scenario: { type: 'string', default: '' },
  },
});

const compiled = fileURLToPath(new URL('../../..', import.meta.url));
const sources = join(compiled, '..', 'src');
const copy = join(compiled, 'planted');
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A search that takes so much longer than its processor time has no end: what was begun in time may take a while. */
const LONGER_S = 120;

const nothing: PlantedFault = { name: 'no fault at all', from: '', file: '', edits: [] };
const chosen = [nothing, ...UNDONE_FIXES, ...UNNOTICED_FAULTS].filter(({ name }) =>
  values.fault.some((text) => name.includes(text)),
);

await rm(copy, { recursive: true, force: true });
for (const folder of ['src', 'test', 'packages', 'package.json'])
  await cp(join(compiled, folder), join(copy, folder), { recursive: true });
let found = 0;
let processorMs = 0;
for (const fault of chosen) {
  const outcome = await searched(fault);
  if (typeof outcome === 'object') processorMs += outcome.processorMs;
  const isFound = typeof outcome === 'string' || outcome.found !== null;
  if (isFound && fault !== nothing) found += 1;
  print(`${isFound ? 'found    ' : 'not found'} ${fault.name} (${fault.from})\n          ${textOf(outcome)}`);
}
await rm(copy, { recursive: true, force: true });
const planted = chosen.filter((one) => one !== nothing).length;
print(`${found} of ${planted} found in ${Math.round(processorMs / 1_000)} s of processor time`);

function textOf(outcome: Search | string): string {
  if (typeof outcome === 'string') return outcome;
  const after = `${outcome.seeds} seeds, ${(outcome.processorMs / 1_000).toFixed(1)} s`;
  return outcome.found === null
    ? `nothing in ${after}`
    : `${outcome.found.by}: ${outcome.found.rule}: ${outcome.found.what} (${after})`;
}

/** What came of a search with a fault; a text where the search had no end or failed, which finds it too. */
async function searched({ name, file, edits }: PlantedFault): Promise<Search | string> {
  const into = join(copy, 'src', file.replace(/\.ts$/, '.js'));
  if (edits.length > 0) await writeFile(into, await compiledWith(file, edits));
  const program = join(copy, 'test/simulation/planted/search.js');
  const budgetMs = Number(values.seconds) * 1_000;
  // By processor time, so that a busy machine changes nothing.
  const limited = ['-c', 'ulimit -t "$0" && exec "$@"', String(budgetMs / 1_000 + LONGER_S)];
  const child = spawn('sh', [...limited, process.execPath, program, String(budgetMs), values.scenario], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (edits.length > 0) await cp(join(compiled, 'src', file.replace(/\.ts$/, '.js')), into);
  const [begun, last] = printed.trim().split('\n');
  if (begun !== BEGUN) throw new Error(`the search with '${name}' did not begin: ${errors.slice(0, 1_000)}`);
  return last === undefined ? `no end: ${errors.slice(0, 300)}` : (JSON.parse(last) as Search);
}

async function compiledWith(file: string, edits: PlantedFault['edits']): Promise<string> {
  let source = await readFile(join(sources, file), 'utf8');
  for (const { find, by } of edits) {
    if (source.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`);
    source = source.replace(find, () => by);
  }
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20' });
  return code.replace(/(from |import )"(\.[^"]*)\.ts"/g, '$1"$2.js"');
}
