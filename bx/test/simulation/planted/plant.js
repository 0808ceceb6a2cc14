// test/simulation/planted/plant.ts
import { spawn } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { BEGUN } from "./searchOutcome.js";
var compiled = fileURLToPath(new URL("../../..", import.meta.url));
var sources = join(compiled, "..", "src");
var LONGER_S = 120;
async function plantedCopy(name) {
  const copy = join(compiled, name);
  const close = () => rm(copy, { recursive: true, force: true });
  await close();
  for (const folder of ["src", "test", "packages", "package.json"])
    await cp(join(compiled, folder), join(copy, folder), { recursive: true });
  return {
    close,
    async search({ name: fault, file, edits }, seconds, scenario) {
      const into = join(copy, "src", file.replace(/\.ts$/, ".js"));
      if (edits.length > 0) await writeFile(into, await compiledWith(file, edits));
      const program = join(copy, "test/simulation/planted/search.js");
      const limited = ["-c", 'ulimit -t "$0" && exec "$@"', String(seconds + LONGER_S)];
      const child = spawn("sh", [...limited, process.execPath, program, String(seconds * 1e3), scenario], {
        stdio: ["ignore", "pipe", "pipe"]
      });
      const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      if (edits.length > 0) await cp(join(compiled, "src", file.replace(/\.ts$/, ".js")), into);
      const [begun, last] = printed.trim().split("\n");
      if (begun !== BEGUN)
        throw new Error(`the search with '${fault}' did not begin: ${errors.slice(0, 1e3)}`);
      return last === void 0 ? `no end: ${errors.slice(0, 300)}` : JSON.parse(last);
    }
  };
}
async function compiledWith(file, edits) {
  let source = await readFile(join(sources, file), "utf8");
  for (const { find, by } of edits) {
    if (source.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`);
    source = source.replace(find, () => by);
  }
  const { code } = await transform(source, { loader: "ts", format: "esm", target: "node20" });
  return code.replace(/(from |import )"(\.[^"]*)\.ts"/g, '$1"$2.js"');
}
export {
  compiledWith,
  plantedCopy
};
//# sourceMappingURL=plant.js.map
