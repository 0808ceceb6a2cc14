// test/house/cruise.ts
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { ROOT } from "../support/project.js";
function cruise(folder) {
  const cruiser = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = join(ROOT, ".dependency-cruiser.cjs");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [cruiser, "src", "--config", config, "--output-type", "json"],
    { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 }
  );
  assert.not.equal(stdout, "", stderr);
  return JSON.parse(stdout);
}
export {
  cruise
};
//# sourceMappingURL=cruise.js.map
