// tools/docs/write.ts
import { writeFileSync } from "node:fs";
import { generatedPages } from "./pages.js";
for (const [path, text] of generatedPages()) {
  writeFileSync(new URL(`../../${path}`, import.meta.url), text);
  console.log(path);
}
//# sourceMappingURL=write.js.map
