// test/run.ts
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compile } from "./house/runner/compile.js";
import { runFiles } from "./house/runner/runFiles.js";
import { chosenFiles, testFiles } from "./house/runner/testFiles.js";
var { env } = process;
var { values, positionals } = parseArgs({
  options: { all: { type: "boolean", default: false }, match: { type: "string" } },
  allowPositionals: true
});
var { all, match } = values;
var print = (text) => void process.stdout.write(text);
var project = env.TEST_PROJECT ?? fileURLToPath(new URL("..", import.meta.url));
var compiled = await compile(project);
var words = match === void 0 || positionals.length > 0 ? positionals : [""];
var files = chosenFiles(testFiles(project, compiled), words, all);
env.TEST_SEED ??= all ? `${Date.now() % 1e9}` : "1";
env.TEST_ALL = all ? "1" : "0";
if (match !== void 0) env.TEST_MATCH = match;
var seed = `seed ${env.TEST_SEED} (TEST_SEED=${env.TEST_SEED} repeats it)
`;
print(`${files.length} files, ${seed}`);
var { passed, failed, skipped } = await runFiles({
  files,
  // The quick files wait now and then, so that one more of them than there are cores keeps these busy.
  atOnce: Number(env.TEST_AT_ONCE ?? Math.min(2, availableParallelism()) + (all ? 0 : 1)),
  timeoutMs: Number(env.TEST_TIMEOUT_MS ?? 3e5),
  // On a build machine everything must run: there a skip that is not allowed is a failure.
  allowedSkips: env.CI === "true" ? new RegExp(env.TEST_ALLOWED_SKIPS ?? "^$") : /^/,
  runsAgain: all && positionals.length === 0,
  isMatching: match !== void 0,
  print
});
var nothing = passed + failed + skipped === 0;
if (nothing) print(`Nothing matches ${[...positionals, match ?? ""].join(" ")}.
`);
process.exitCode = failed === 0 && !nothing ? 0 : 1;
//# sourceMappingURL=run.js.map
