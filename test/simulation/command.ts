import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '../house/runner/compile.ts';

// `npm run simulate`: the world runs compiled, since reading TypeScript would cost more than an hour of it.
const compiled = await compile(fileURLToPath(new URL('../..', import.meta.url)));
const given = process.argv.slice(2);
// With --fast the built service lives, in processes of its own.
const program = join(
  compiled,
  given.includes('--fast') ? 'test/simulation/fast/run.js' : 'test/simulation/run.js',
);
spawn(
  process.execPath,
  ['--enable-source-maps', '--max-semi-space-size=64', program, ...given.filter((word) => word !== '--fast')],
  {
    stdio: 'inherit',
  },
).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
