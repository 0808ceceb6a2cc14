// src/adapters/embedded/documents/documentRow.ts
import { crc32 } from "node:zlib";
import { readPosition } from "../../position.js";
import { textFrom } from "./documentText.js";
var DamagedRow = class extends Error {
  name = "DamagedRow";
  constructor(key, options) {
    super(`the document ${JSON.stringify(key)} is not as it was written`, options);
  }
};
function documentCrc(key, position, body) {
  return crc32(body ?? "", crc32(key + position)) | 0;
}
function foundIn({ key, position, body, crc }) {
  const [stored, place, text] = [String(key), String(position), body === null ? null : String(body)];
  if (documentCrc(stored, place, text) !== crc) throw new DamagedRow(textFrom(stored));
  try {
    return { position: readPosition(place), document: text === null ? null : JSON.parse(text) };
  } catch (cause) {
    throw new DamagedRow(textFrom(stored), { cause });
  }
}
function presentIn(key, { position, document }) {
  return document === null ? null : { key, position, document };
}
function storedIn(row) {
  const stored = presentIn(textFrom(String(row.key)), foundIn(row));
  return stored === null ? [] : [stored];
}
export {
  DamagedRow,
  documentCrc,
  foundIn,
  presentIn,
  storedIn
};
//# sourceMappingURL=documentRow.js.map
