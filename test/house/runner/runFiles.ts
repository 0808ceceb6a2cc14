import { endRunning, type FileRunner, fileRunner } from './fileRunner.ts';
import { progress } from './progress.ts';
import { type Result, type RunOutcome, report } from './report.ts';
import { type Summary, summarize } from './summary.ts';
import type { TestFile } from './testFiles.ts';

/** For a file to end when its tests are done: some servers take their time to stop. */
const LINGER_MS = 30_000;

export interface RunOptions {
  readonly files: readonly TestFile[];
  readonly atOnce: number;
  /** For files without a limit of their own. */
  readonly timeoutMs: number;
  /** How long a file may still run when its tests are done. */
  readonly lingerMs?: number;
  /** A skip whose reason does not match is a failure. */
  readonly allowedSkips: RegExp;
  /** Whether a file that failed runs once more, alone, when all others are done. It then counts as flaky. */
  readonly runsAgain: boolean;
  /** Whether tests are chosen by name, so that a file may come to nothing. */
  readonly isMatching: boolean;
  /** Without a line for so long, the progress says what still runs. */
  readonly silenceMs?: number;
  readonly print: (text: string) => void;
}

/**
 * Runs the test files, those that say something of themselves in a process of their own, and prints `N passed, N failed` as the
 * last line.
 */
export async function runFiles(options: RunOptions): Promise<RunOutcome> {
  const { files, print, allowedSkips, isMatching, lingerMs = LINGER_MS } = options;
  const stop = () => {
    endRunning();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const shown = progress(files.length, print, options.silenceMs);

  const run = async (runner: FileRunner, file: TestFile, isAlone: boolean): Promise<Result> => {
    const startedMs = Date.now();
    shown.started(file.name);
    const timeoutMs = file.timeoutMs ?? options.timeoutMs;
    const ended = await runner.run({ program: file.program, isAlone }, { timeoutMs, lingerMs });
    const summary = withForbiddenSkips(summarize(ended, isMatching), allowedSkips);
    shown.ended(file.name, summary, ended.output);
    return { name: file.name, summary, tookMs: Date.now() - startedMs, isFlaky: false };
  };

  const results = new Map<TestFile, Result>();
  const waiting = [...files];
  const runNext = async (): Promise<void> => {
    const runner = fileRunner();
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      results.set(file, await run(runner, file, file.isForAll || file.timeoutMs !== null));
    await runner.end();
  };
  await Promise.all(Array.from({ length: Math.max(1, options.atOnce) }, runNext));
  const failing = files.filter((file) => results.get(file)?.summary.failed !== 0);
  for (const file of options.runsAgain ? failing : []) {
    print(`again, alone: ${file.name}\n`);
    const again = await run(fileRunner(), file, true);
    results.set(file, { ...again, isFlaky: again.summary.failed === 0 });
  }
  shown.stop();
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return report([...results.values()], print);
}

function withForbiddenSkips(summary: Summary, allowed: RegExp): Summary {
  const forbidden = summary.skips.filter((reason) => !allowed.test(reason));
  if (forbidden.length === 0) return summary;
  const faults = forbidden.map((reason) => `skipped what must run here: ${reason}`);
  return { ...summary, failed: summary.failed + forbidden.length, faults: [...summary.faults, ...faults] };
}
