// src/adapters/embedded/coordination/reports.ts
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chownLikeFolder, makeFolder, nullIfMissing } from "../../node/durableFiles.js";
var END = ".json";
function openEmbeddedReports(folder) {
  const written = /* @__PURE__ */ new Map();
  return {
    async put(name, text) {
      if (written.get(name) === text) return;
      await makeFolder(folder);
      const file = join(folder, encodeURIComponent(name) + END);
      const temporary = `${file}.${process.pid}.tmp`;
      await writeFile(temporary, text, { mode: 384 });
      chownLikeFolder(temporary);
      await rename(temporary, file);
      written.set(name, text);
    },
    async all() {
      const found = /* @__PURE__ */ new Map();
      for (const file of await readdir(folder).catch(nullIfMissing) ?? []) {
        if (!file.endsWith(END)) continue;
        const text = await readFile(join(folder, file), "utf8").catch(nullIfMissing);
        if (text !== null) found.set(decodeURIComponent(file.slice(0, -END.length)), text);
      }
      return found;
    }
  };
}
export {
  openEmbeddedReports
};
//# sourceMappingURL=reports.js.map
