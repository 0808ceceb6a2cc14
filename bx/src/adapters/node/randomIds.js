// src/adapters/node/randomIds.ts
import { randomBytes, randomUUID } from "node:crypto";
var randomIds = { uuid: () => randomUUID(), randomBytes: (length) => randomBytes(length) };
export {
  randomIds
};
//# sourceMappingURL=randomIds.js.map
