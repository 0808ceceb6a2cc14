// tools/docs/textOf.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../test/support/project.js";
var textOf = (path) => readFileSync(join(ROOT, path), "utf8");
export {
  textOf
};
//# sourceMappingURL=textOf.js.map
