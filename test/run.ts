import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runFiles } from './house/runner/runFiles.ts';

// The one runner behind `npm test`. Arguments narrow it to files whose path holds any of them.
const { env, argv } = process;
const outcome = await runFiles({
  root: env.TEST_ROOT ?? fileURLToPath(new URL('.', import.meta.url)),
  filters: argv.slice(2),
  atOnce: Number(env.TEST_AT_ONCE ?? Math.min(2, availableParallelism())),
  timeoutMs: Number(env.TEST_TIMEOUT_MS ?? 300_000),
  // On a build machine everything must run: there a skip nobody expected is a failure.
  allowedSkips: env.CI === 'true' ? new RegExp(env.TEST_ALLOWED_SKIPS ?? '^$') : /^/,
  secondTry: env.TEST_SECOND_TRY === '1',
  print: (text) => process.stdout.write(text),
});
process.exitCode = outcome.failed === 0 ? 0 : 1;
