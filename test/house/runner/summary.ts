/** What one test file came to. `faults` are reasons to fail it beyond its own failing tests. */
export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skips: readonly string[];
  /** What it tells although all is well. */
  readonly told: readonly string[];
  readonly faults: readonly string[];
}

/** How the process of a test file ended. */
export interface Ended {
  readonly output: string;
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOutAfterMs: number | null;
  /** How long it still ran when its tests were done, where it had to be ended for that. */
  readonly lingeredMs: number | null;
}

/** A file of which nothing can run here says so, and registers no test. */
const isWholeFile = (reason: string) => reason.startsWith('the whole file: ');

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/**
 * Reads uvu's summary lines. uvu says too little in two cases, which are faults here: a file that forgets
 * `.run()` exits 0 with no tests; a `before` hook that throws leaves its tests out and exits 0.
 * @param isMatching whether tests are chosen by name: a file of which none is left registers none
 */
export function summarize(ended: Ended, isMatching: boolean): Summary {
  const { output, code, signal, timedOutAfterMs, lingeredMs } = ended;
  const text = output.replace(ANSI, '');
  const count = (label: string) =>
    [...text.matchAll(new RegExp(`^  ${label}: +(\\d+)$`, 'gm'))].map((match) => Number(match[1]));
  const totals = count('Total');
  const total = sum(totals);
  const passed = sum(count('Passed'));
  const leftOut = sum(count('Skipped'));
  const lines = (label: string) =>
    [...text.matchAll(new RegExp(`^.*?${label}: (.+)$`, 'gm'))].map((match) => match[1] ?? '');
  const skips = lines('SKIPPED');
  const told = lines('TOLD');
  const faults: string[] = [];
  if (timedOutAfterMs !== null) faults.push(`did not end within ${timedOutAfterMs / 1000} s`);
  else if (lingeredMs !== null)
    faults.push(`still ran ${lingeredMs / 1000} s after its tests: something is left open`);
  else if (signal !== null) faults.push(`was ended by ${signal}`);
  else if (total === 0 && code === 0 && (isMatching || skips.some(isWholeFile))) {
    // Nothing ran, and nothing claims to have.
  } else if (totals.length === 0) faults.push(`printed no summary (exit code ${code}): is .run() missing?`);
  else if (total === 0) faults.push('registered no test: is .run() missing?');
  else if (code !== 0 && passed === total) faults.push(`passed its tests but exited with ${code}`);
  if (total > 0 && code === 0 && passed < total)
    faults.push(`ran only ${passed} of ${total} tests: a hook failed without a word`);
  if (leftOut > 0) faults.push(`leaves out ${leftOut} tests by .only or .skip; say skipped(reason) instead`);
  const notPassed = total - passed;
  // What returned with a skip counts as passed with uvu.
  const skippedTests = skips.filter((reason) => !isWholeFile(reason)).length;
  return {
    passed: Math.max(0, passed - skippedTests),
    failed: Math.max(notPassed, faults.length > 0 ? 1 : 0),
    skips,
    told,
    faults,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, next) => before + next, 0);
}
