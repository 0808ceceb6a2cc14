// test/house/runner/runFiles.ts
import { endRunning, fileRunner } from "./fileRunner.js";
import { progress } from "./progress.js";
import { report } from "./report.js";
import { summarize } from "./summary.js";
var LINGER_MS = 3e4;
async function runFiles(options) {
  const { files, print, allowedSkips, isMatching, lingerMs = LINGER_MS } = options;
  const stop = () => {
    endRunning();
    process.exit(130);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const shown = progress(files.length, print, options.silenceMs);
  const run = async (runner, file, isAlone) => {
    const startedMs = Date.now();
    shown.started(file.name);
    const timeoutMs = file.timeoutMs ?? options.timeoutMs;
    const ended = await runner.run({ program: file.program, isAlone }, { timeoutMs, lingerMs });
    const summary = withForbiddenSkips(summarize(ended, isMatching), allowedSkips);
    shown.ended(file.name, summary, ended.output);
    return { name: file.name, summary, tookMs: Date.now() - startedMs, isFlaky: false };
  };
  const results = /* @__PURE__ */ new Map();
  const waiting = [...files];
  const runNext = async () => {
    const runner = fileRunner();
    for (let file = waiting.shift(); file !== void 0; file = waiting.shift())
      results.set(file, await run(runner, file, file.isForAll || file.timeoutMs !== null));
    await runner.end();
  };
  await Promise.all(Array.from({ length: Math.max(1, options.atOnce) }, runNext));
  const failing = files.filter((file) => results.get(file)?.summary.failed !== 0);
  for (const file of options.runsAgain ? failing : []) {
    print(`again, alone: ${file.name}
`);
    const again = await run(fileRunner(), file, true);
    results.set(file, { ...again, isFlaky: again.summary.failed === 0 });
  }
  shown.stop();
  process.off("SIGINT", stop).off("SIGTERM", stop);
  return report([...results.values()], print);
}
function withForbiddenSkips(summary, allowed) {
  const forbidden = summary.skips.filter((reason) => !allowed.test(reason));
  if (forbidden.length === 0) return summary;
  const faults = forbidden.map((reason) => `skipped what must run here: ${reason}`);
  return { ...summary, failed: summary.failed + forbidden.length, faults: [...summary.faults, ...faults] };
}
export {
  runFiles
};
//# sourceMappingURL=runFiles.js.map
