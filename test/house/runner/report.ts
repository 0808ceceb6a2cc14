import type { Summary } from './summary.ts';

/** What one file came to in the end. */
export interface Result {
  readonly name: string;
  readonly summary: Summary;
  readonly tookMs: number;
  /** It failed at first and passed when it ran again, alone. */
  readonly isFlaky: boolean;
}

export interface RunOutcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** More flaky files than this fail the run: one or two may lose to a busy machine. */
const MAX_FLAKY = 2;

/** Prints the lists of the end, and `N passed, N failed` as the last line. */
export function report(results: readonly Result[], print: (text: string) => void): RunOutcome {
  const sum = (count: (summary: Summary) => number) =>
    results.reduce((total, { summary }) => total + count(summary), 0);
  const list = (title: string, lines: readonly string[]) => {
    if (lines.length > 0) print(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  };
  const each = (lines: (result: Result) => readonly string[]) => results.flatMap(lines);
  const longest = [...results].sort((one, other) => other.tookMs - one.tookMs);
  const flaky = results.filter(({ isFlaky }) => isFlaky);
  const skips = each(({ name, summary }) => summary.skips.map((reason) => `SKIPPED: ${name}: ${reason}`));
  const passed = sum((one) => one.passed);
  const failed = sum((one) => one.failed) + (flaky.length > MAX_FLAKY ? 1 : 0);

  if (results.length > 1)
    list(
      'Durations:',
      longest.map(({ name, tookMs }) => `${(tookMs / 1000).toFixed(1).padStart(7)} s  ${name}`),
    );
  list(
    'Said:',
    each(({ summary }) => summary.told),
  );
  list('Skipped:', skips);
  list(
    'Failed files:',
    each(({ name, summary }) => (summary.failed > 0 ? [name] : [])),
  );
  list(
    'Flaky, passed only when run again:',
    flaky.map(({ name }) => name),
  );
  if (flaky.length > MAX_FLAKY) print(`\nMore than ${MAX_FLAKY} flaky files fail the run.\n`);
  print(`\n${passed} passed, ${failed} failed${skips.length > 0 ? `, ${skips.length} skipped` : ''}\n`);
  return { passed, failed, skipped: skips.length };
}
