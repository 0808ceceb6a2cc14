// src/adapters/embedded/blobs/blobs.ts
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BlobMissing, BlobsUnavailable } from "../../../ports/blobs.js";
import { nullIfMissing, syncFolder } from "../../node/durableFiles.js";
import { sha256Of } from "../../node/sha256.js";
import { setAsidePaths, sweepBlobs } from "./sweepBlobs.js";
function openEmbeddedBlobs(folder) {
  const fileOf = (sha256) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const write = async (file, bytes) => {
    const parent = dirname(file);
    const made = await mkdir(parent, { recursive: true, mode: 448 });
    const temporary = `${file}.${randomBytes(6).toString("hex")}`;
    try {
      await writeFile(temporary, bytes, { flag: "wx", mode: 384, flush: true });
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(parent);
    if (made !== void 0) {
      await syncFolder(dirname(parent));
      await syncFolder(folder);
    }
  };
  return {
    async put(bytes) {
      const sha256 = await sha256Of(bytes);
      const file = fileOf(sha256);
      try {
        const found = await touched(file);
        if (found?.size === bytes.length) await syncFolder(dirname(file));
        else await write(file, bytes);
      } catch (error) {
        throw new BlobsUnavailable("a blob could not be written", { cause: error });
      }
      return { sha256, length: bytes.length };
    },
    async get({ sha256, length }) {
      let bytes;
      try {
        bytes = await readBlob(fileOf(sha256));
      } catch (error) {
        throw new BlobMissing(sha256, { cause: error });
      }
      const found = await sha256Of(bytes);
      if (found !== sha256 || bytes.length !== length) throw new BlobMissing(sha256);
      return bytes;
    },
    async *sweep(options) {
      try {
        yield* sweepBlobs(folder, options);
      } catch (error) {
        throw new BlobsUnavailable("the blobs could not be swept", { cause: error });
      }
    },
    close: async () => {
    }
  };
}
async function touched(file) {
  const now = /* @__PURE__ */ new Date();
  try {
    await utimes(file, now, now);
    return await stat(file);
  } catch {
    return null;
  }
}
async function readBlob(file) {
  const found = await readFile(file).catch(nullIfMissing);
  if (found !== null) return found;
  for (const place of await setAsidePaths(file)) {
    const aside = await readFile(place).catch(nullIfMissing);
    if (aside !== null) return aside;
  }
  return readFile(file);
}
export {
  openEmbeddedBlobs
};
//# sourceMappingURL=blobs.js.map
