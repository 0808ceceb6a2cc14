import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compile } from './house/runner/compile.ts';
import { ownBuild } from './house/runner/ownBuild.ts';
import { runFiles } from './house/runner/runFiles.ts';
import { FOUND_NAME } from './house/runner/secretForms.ts';
import { chosenFiles, testFiles } from './house/runner/testFiles.ts';

// The one runner of `npm test` (the quick files, the same each time) and `npm run test:all` (everything, with a new
// seed). Words choose files by their path among all files; `--match TEXT` chooses tests by suite and title.
const { env } = process;
const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, match: { type: 'string' } },
  allowPositionals: true,
});
const { all, match } = values;
const print = (text: string) => void process.stdout.write(text);
const project = env.TEST_PROJECT ?? fileURLToPath(new URL('..', import.meta.url));
const compiled = await compile(project, ownBuild(project));
const words = match === undefined || positionals.length > 0 ? positionals : [''];
const files = chosenFiles(testFiles(project, compiled), words, all);

env.TEST_SEED ??= all ? `${Date.now() % 1_000_000_000}` : '1';
env.TEST_ALL = all ? '1' : '0';
if (match !== undefined) env.TEST_MATCH = match;
const secretsFile = join(compiled, FOUND_NAME);
rmSync(secretsFile, { force: true });
const seed = `seed ${env.TEST_SEED} (TEST_SEED=${env.TEST_SEED} repeats it)\n`;
print(`${files.length} files, ${seed}`);
const { passed, failed, skipped } = await runFiles({
  files,
  // The quick files wait now and then, so that one more of them than there are cores keeps these busy.
  atOnce: Number(env.TEST_AT_ONCE ?? Math.min(2, availableParallelism()) + (all ? 0 : 1)),
  timeoutMs: Number(env.TEST_TIMEOUT_MS ?? 300_000),
  // On a build machine everything must run: there a skip that is not allowed is a failure.
  allowedSkips: env.CI === 'true' ? new RegExp(env.TEST_ALLOWED_SKIPS ?? '^$') : /^/,
  runsAgain: positionals.length === 0,
  isMatching: match !== undefined,
  print,
});
const nothing = passed + failed + skipped === 0;
const secrets = existsSync(secretsFile) ? readFileSync(secretsFile, 'utf8') : '';
if (secrets !== '') print(`\nSecrets in the output of services and tests, which fail the run:\n${secrets}`);
if (nothing) print(`Nothing matches ${[...positionals, match ?? ''].join(' ')}.\n`);
process.exitCode = failed === 0 && !nothing && secrets === '' ? 0 : 1;
