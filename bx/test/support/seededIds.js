// test/support/seededIds.ts
import { createHash } from "node:crypto";
function seededIds(seed = "seed") {
  let drawn = 0;
  const bytes = (length) => {
    const blocks = [];
    for (let have = 0; have < length; have += 32) {
      blocks.push(createHash("sha256").update(`${seed}:${drawn++}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, length);
  };
  return {
    randomBytes: bytes,
    uuid: () => {
      const hex = bytes(16).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    }
  };
}
export {
  seededIds
};
//# sourceMappingURL=seededIds.js.map
