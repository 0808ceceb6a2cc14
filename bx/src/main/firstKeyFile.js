// src/main/firstKeyFile.ts
import { lstat, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { nullIfMissing, writeOnce } from "../adapters/node/durableFiles.js";
import { isApiKeySecret } from "../commands/workspace/apiKeySecret.js";
var FIRST_KEY_FILE = "first.key";
var CLOCKS_DIFFER_MS = 1e3;
function firstKeyFile(dataFolder, { ids, log, show }) {
  const path = resolve(join(dataFolder, FIRST_KEY_FILE));
  const drop = () => rm(path, { force: true });
  return {
    async keep(key, openedAtMs) {
      const found = await lstat(path).catch(nullIfMissing);
      const isEarlier = found !== null && found.mtimeMs < openedAtMs - CLOCKS_DIFFER_MS;
      if (isEarlier || found !== null && await keptIn(path) === null) await drop();
      await writeOnce(path, `${key}
`, ids);
      const kept = await keptIn(path);
      if (kept === null) throw new Error(`the first key in ${path} vanished while it was made`);
      return kept;
    },
    async made(key) {
      if (show === null)
        log.warn(
          { file: path },
          "the first start made a key with every scope: it is in this file; remove it when you have it"
        );
      else {
        show(key);
        await drop();
      }
    },
    drop
  };
}
async function keptIn(path) {
  const found = await lstat(path).catch(nullIfMissing);
  const key = found?.isFile() ? (await readFile(path, "utf8")).trim() : "";
  return isApiKeySecret(key) ? key : null;
}
export {
  FIRST_KEY_FILE,
  firstKeyFile
};
//# sourceMappingURL=firstKeyFile.js.map
