import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '../house/runner/compile.ts';
import { ownBuild } from '../house/runner/ownBuild.ts';

// `npm run simulate`: the world runs compiled, since reading TypeScript would cost more than an hour of it.
const project = fileURLToPath(new URL('../..', import.meta.url));
const compiled = await compile(project, ownBuild(project));
const given = process.argv.slice(2);
/** With --fast the built service lives, in processes of its own; with --planted faults are planted, and searched for. */
const MODES: Readonly<Record<string, string>> = { '--fast': 'fast/run.js', '--planted': 'planted/run.js' };
const mode = given.find((word) => word in MODES) ?? '';
/** V8 collects garbage less often, and inlines less: compiling costs more than it saves in a program that runs for half a minute. */
const FASTER = ['--max-semi-space-size=64', '--max-inlined-bytecode-size-cumulative=100'];
const program = join(compiled, 'test/simulation', MODES[mode] ?? 'run.js');
spawn(
  process.execPath,
  ['--enable-source-maps', ...FASTER, program, ...given.filter((word) => word !== mode)],
  {
    stdio: 'inherit',
  },
).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
