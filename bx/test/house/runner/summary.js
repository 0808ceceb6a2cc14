// test/house/runner/summary.ts
var isWholeFile = (reason) => reason.startsWith("the whole file: ");
var ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
function summarize(ended, isMatching) {
  const { output, code, signal, timedOutAfterMs, lingeredMs } = ended;
  const text = output.replace(ANSI, "");
  const count = (label) => [...text.matchAll(new RegExp(`^  ${label}: +(\\d+)$`, "gm"))].map((match) => Number(match[1]));
  const totals = count("Total");
  const total = sum(totals);
  const passed = sum(count("Passed"));
  const leftOut = sum(count("Skipped"));
  const lines = (label) => [...text.matchAll(new RegExp(`^.*?${label}: (.+)$`, "gm"))].map((match) => match[1] ?? "");
  const skips = lines("SKIPPED");
  const told = lines("TOLD");
  const faults = [];
  if (timedOutAfterMs !== null) faults.push(`did not end within ${timedOutAfterMs / 1e3} s`);
  else if (lingeredMs !== null)
    faults.push(`still ran ${lingeredMs / 1e3} s after its tests: something is left open`);
  else if (signal !== null) faults.push(`was ended by ${signal}`);
  else if (total === 0 && code === 0 && (isMatching || skips.some(isWholeFile))) {
  } else if (totals.length === 0) faults.push(`printed no summary (exit code ${code}): is .run() missing?`);
  else if (total === 0) faults.push("registered no test: is .run() missing?");
  else if (code !== 0 && passed === total) faults.push(`passed its tests but exited with ${code}`);
  if (total > 0 && code === 0 && passed < total)
    faults.push(`ran only ${passed} of ${total} tests: a hook failed without a word`);
  if (leftOut > 0) faults.push(`leaves out ${leftOut} tests by .only or .skip; say skipped(reason) instead`);
  const notPassed = total - passed;
  const skippedTests = skips.filter((reason) => !isWholeFile(reason)).length;
  return {
    passed: Math.max(0, passed - skippedTests),
    failed: Math.max(notPassed, faults.length > 0 ? 1 : 0),
    skips,
    told,
    faults
  };
}
function sum(numbers) {
  return numbers.reduce((before, next) => before + next, 0);
}
export {
  summarize
};
//# sourceMappingURL=summary.js.map
