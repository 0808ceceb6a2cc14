// src/adapters/node/masterKey.ts
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing, writeOnce } from "./durableFiles.js";
import { randomIds } from "./randomIds.js";
var HEX_KEY = /^[0-9a-fA-F]{64}$/;
var MASTER_KEY_FILE = "master.key";
var MasterKeyInvalid = class extends Error {
  name = "MasterKeyInvalid";
};
async function openMasterKey(setting, dataFolder, ids = randomIds) {
  if (setting !== void 0) return parse(setting, "POSTLEDGER_MASTER_KEY");
  const path = join(dataFolder, MASTER_KEY_FILE);
  return await read(path) ?? await make(path, ids);
}
async function make(path, ids) {
  await writeOnce(path, `${ids.randomBytes(32).toString("hex")}
`, ids);
  const key = await read(path);
  if (key === null) throw new Error(`the master key at ${path} vanished while it was made`);
  return key;
}
async function read(path) {
  const text = await readFile(path, "utf8").catch(nullIfMissing);
  return text === null ? null : parse(text.trim(), path);
}
function parse(text, where) {
  if (!HEX_KEY.test(text)) throw new MasterKeyInvalid(`${where} does not hold a master key: 64 hex digits`);
  return Buffer.from(text, "hex");
}
export {
  MASTER_KEY_FILE,
  openMasterKey
};
//# sourceMappingURL=masterKey.js.map
