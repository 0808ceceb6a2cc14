// test/house/check.ts
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { ROOT } from "../support/project.js";
function check(script, ...args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "node_modules", script), ...args],
    {
      cwd: ROOT,
      encoding: "utf8"
    }
  );
  assert.is(status, 0, `${stdout}${stderr}`);
}
export {
  check
};
//# sourceMappingURL=check.js.map
