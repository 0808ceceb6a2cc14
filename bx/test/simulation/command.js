// test/simulation/command.ts
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "../house/runner/compile.js";
var compiled = await compile(fileURLToPath(new URL("../..", import.meta.url)));
var given = process.argv.slice(2);
var MODES = { "--fast": "fast/run.js", "--planted": "planted/run.js" };
var mode = given.find((word) => word in MODES) ?? "";
var program = join(compiled, "test/simulation", MODES[mode] ?? "run.js");
spawn(
  process.execPath,
  ["--enable-source-maps", "--max-semi-space-size=64", program, ...given.filter((word) => word !== mode)],
  {
    stdio: "inherit"
  }
).once("exit", (code) => {
  process.exitCode = code ?? 1;
});
//# sourceMappingURL=command.js.map
