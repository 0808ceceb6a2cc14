import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { endRunning, runFile } from './runFile.ts';
import { type Summary, summarize } from './summary.ts';

/** For a file to end when its tests are done: some servers take their time to stop. */
const LINGER_MS = 30_000;

export interface RunOptions {
  /** Folder whose `*.test.ts` files run, at any depth. */
  readonly root: string;
  /** Parts of paths, relative to the folder above `root`; none: every file. */
  readonly filters: readonly string[];
  readonly atOnce: number;
  readonly timeoutMs: number;
  /** How long a file may still run when its tests are done. */
  readonly lingerMs?: number;
  /** A skip whose reason does not match is a failure. */
  readonly allowedSkips: RegExp;
  /**
   * Whether a file that failed runs once more when all others are done: a test of kills and time limits may lose to a
   * busy machine. What passes only then is named at the end.
   */
  readonly secondTry?: boolean;
  readonly print: (text: string) => void;
}

export interface RunOutcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs every test file in its own process and prints `N passed, N failed` as the last line. */
export async function runFiles(options: RunOptions): Promise<RunOutcome> {
  const { root, filters, print, allowedSkips } = options;
  const name = (file: string) => relative(join(root, '..'), file);
  const files = testFiles(root).filter(
    (file) => filters.length === 0 || filters.some((filter) => name(file).includes(trimmed(filter))),
  );
  const summaries = new Map<string, Summary>();
  const tookMs = new Map<string, number>();
  const stop = () => {
    endRunning();
    process.exit(130);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);

  const run = async (file: string): Promise<void> => {
    const startedMs = Date.now();
    const ended = await runFile(file, ownTimeoutMs(file) ?? options.timeoutMs, options.lingerMs ?? LINGER_MS);
    const summary = withForbiddenSkips(summarize(ended), allowedSkips);
    summaries.set(file, summary);
    tookMs.set(file, Date.now() - startedMs);
    const seconds = inSeconds(Date.now() - startedMs);
    const verdict = summary.failed === 0 ? 'ok  ' : 'FAIL';
    print(`${verdict} ${name(file)} (${summary.passed} passed, ${seconds} s)\n`);
    if (summary.failed === 0) return;
    const faults = summary.faults.map((fault) => `  ${name(file)} ${fault}\n`).join('');
    print(`${ended.output.trimEnd()}\n${faults}\n`);
  };
  const failing = () => files.filter((file) => (summaries.get(file)?.failed ?? 0) > 0);

  const waiting = [...files];
  const runNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await run(file);
  };
  await Promise.all(Array.from({ length: Math.max(1, options.atOnce) }, runNext));
  const unsteady: string[] = [];
  for (const file of options.secondTry ? failing() : []) {
    print(`again, alone: ${name(file)}\n`);
    await run(file);
    if (summaries.get(file)?.failed === 0) unsteady.push(name(file));
  }
  process.off('SIGINT', stop).off('SIGTERM', stop);

  const all = [...summaries.values()];
  const sum = (count: (summary: Summary) => number) => all.reduce((total, one) => total + count(one), 0);
  const skips = files.flatMap((file) =>
    (summaries.get(file)?.skips ?? []).map((why) => `${name(file)}: ${why}`),
  );
  const passed = sum((one) => one.passed);
  const failed = files.length === 0 ? 1 : sum((one) => one.failed);
  if (files.length === 0) print(`No test file matches ${filters.join(' ') || root}.\n`);
  const longest = [...tookMs].sort(([, one], [, other]) => other - one);
  if (files.length > 1)
    list(
      print,
      'Durations:',
      longest.map(([file, ms]) => `${inSeconds(ms).padStart(7)} s  ${name(file)}`),
    );
  list(print, 'Failed files:', failing().map(name));
  list(print, 'Passed only at the second try, alone:', unsteady);
  list(
    print,
    'Told:',
    files.flatMap((file) => summaries.get(file)?.told ?? []),
  );
  list(
    print,
    'Skipped:',
    skips.map((skip) => `SKIPPED: ${skip}`),
  );
  print(`\n${passed} passed, ${failed} failed${skips.length > 0 ? `, ${skips.length} skipped` : ''}\n`);
  return { passed, failed, skipped: skips.length };
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1);

function list(print: RunOptions['print'], title: string, lines: readonly string[]): void {
  if (lines.length > 0) print(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

function testFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .sort()
    .map((path) => join(root, path));
}

function trimmed(filter: string): string {
  return filter.replace(/^\.\//, '');
}

/** A file that needs longer says so in a line of its own: `// timeout: 900 s`. */
function ownTimeoutMs(file: string): number | null {
  const seconds = /^\/\/ timeout: (\d+) s$/m.exec(readFileSync(file, 'utf8'))?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

function withForbiddenSkips(summary: Summary, allowed: RegExp): Summary {
  const forbidden = summary.skips.filter((reason) => !allowed.test(reason));
  if (forbidden.length === 0) return summary;
  const faults = forbidden.map((reason) => `skipped what must run here: ${reason}`);
  return { ...summary, failed: summary.failed + forbidden.length, faults: [...summary.faults, ...faults] };
}
