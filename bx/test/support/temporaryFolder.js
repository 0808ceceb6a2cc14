// test/support/temporaryFolder.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
var left = /* @__PURE__ */ new Set();
function temporaryFolder() {
  if (left.size === 0) process.once("exit", removeLeft);
  const path = mkdtempSync(join(tmpdir(), "postledger-test-"));
  left.add(path);
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
      left.delete(path);
      if (left.size === 0) process.off("exit", removeLeft);
    }
  };
}
function removeLeft() {
  for (const path of left)
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
    }
}
export {
  temporaryFolder
};
//# sourceMappingURL=temporaryFolder.js.map
