// test/house/runner/report.ts
var MAX_FLAKY = 2;
function report(results, print) {
  const sum = (count) => results.reduce((total, { summary }) => total + count(summary), 0);
  const list = (title, lines) => {
    if (lines.length > 0) print(`
${title}
${lines.map((line) => `  ${line}
`).join("")}`);
  };
  const each = (lines) => results.flatMap(lines);
  const longest = [...results].sort((one, other) => other.tookMs - one.tookMs);
  const flaky = results.filter(({ isFlaky }) => isFlaky);
  const skips = each(({ name, summary }) => summary.skips.map((reason) => `SKIPPED: ${name}: ${reason}`));
  const passed = sum((one) => one.passed);
  const failed = sum((one) => one.failed) + (flaky.length > MAX_FLAKY ? 1 : 0);
  if (results.length > 1)
    list(
      "Durations:",
      longest.map(({ name, tookMs }) => `${(tookMs / 1e3).toFixed(1).padStart(7)} s  ${name}`)
    );
  list(
    "Said:",
    each(({ summary }) => summary.told)
  );
  list("Skipped:", skips);
  list(
    "Failed files:",
    each(({ name, summary }) => summary.failed > 0 ? [name] : [])
  );
  list(
    "Flaky, passed only when run again:",
    flaky.map(({ name }) => name)
  );
  if (flaky.length > MAX_FLAKY) print(`
More than ${MAX_FLAKY} flaky files fail the run.
`);
  print(`
${passed} passed, ${failed} failed${skips.length > 0 ? `, ${skips.length} skipped` : ""}
`);
  return { passed, failed, skipped: skips.length };
}
export {
  report
};
//# sourceMappingURL=report.js.map
