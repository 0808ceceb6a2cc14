// src/events/uuid5.ts
import { hash } from "node:crypto";
var POSTLEDGER_NAMESPACE = Buffer.from("5b0c4a0e9c3f5d1e8f6a2b7d4e913c58", "hex");
var START = POSTLEDGER_NAMESPACE.length;
var ROOM = 1024;
var SHARED = Buffer.concat([POSTLEDGER_NAMESPACE, Buffer.alloc(ROOM * 3)]);
var VARIANTS = "89ab";
function uuid5(...parts) {
  let name = "";
  for (const part of parts) name += `${part.length}:${part}`;
  const bytes = name.length <= ROOM ? SHARED : Buffer.concat([POSTLEDGER_NAMESPACE, Buffer.alloc(name.length * 3)]);
  const length = START + bytes.write(name, START);
  const hex = hash("sha1", bytes.subarray(0, length), "hex");
  const variant = VARIANTS.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.substring(0, 8)}-${hex.substring(8, 12)}-5${hex.substring(13, 16)}-${variant}${hex.substring(17, 20)}-${hex.substring(20, 32)}`;
}
export {
  uuid5
};
//# sourceMappingURL=uuid5.js.map
