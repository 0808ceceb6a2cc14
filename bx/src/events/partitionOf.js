// src/events/partitionOf.ts
import { hash } from "node:crypto";
function partitionOf(key, partitions) {
  if (partitions === 1) return 0;
  return Number.parseInt(hash("md5", key).slice(0, 8), 16) % partitions;
}
export {
  partitionOf
};
//# sourceMappingURL=partitionOf.js.map
