// test/support/project.ts
import { existsSync } from "node:fs";
import { join } from "node:path";
var CODE = join(import.meta.dirname, "..", "..");
var ROOT = existsSync(join(CODE, "package-lock.json")) ? CODE : join(CODE, "..");
function nodeArguments(program) {
  const path = join(CODE, program);
  return import.meta.url.endsWith(".ts") ? ["--import", "tsx", `${path}.ts`] : [`${path}.js`];
}
var COMMAND_LINE = nodeArguments("src/cli/postledger");
export {
  COMMAND_LINE,
  ROOT,
  nodeArguments
};
//# sourceMappingURL=project.js.map
