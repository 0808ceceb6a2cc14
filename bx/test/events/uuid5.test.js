// test/events/uuid5.test.ts
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert2 from "uvu/assert";
import { uuid5 } from "../../src/events/uuid5.js";
import { SEED } from "../support/testRun.js";
var uuids = suite("uuid5");
function byTheBook(...parts) {
  const hash = createHash("sha1").update(Buffer.from("5b0c4a0e9c3f5d1e8f6a2b7d4e913c58", "hex"));
  for (const part of parts) hash.update(`${part.length}:${part}`);
  const bytes = hash.digest().subarray(0, 16);
  bytes.writeUInt8(bytes.readUInt8(6) & 15 | 80, 6);
  bytes.writeUInt8(bytes.readUInt8(8) & 63 | 128, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
uuids("are those of RFC 9562", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (parts) => {
      assert2.is(uuid5(...parts), byTheBook(...parts));
    }),
    { seed: SEED }
  );
});
uuids("of long names too", () => {
  for (const length of [1020, 1021, 1022, 5e3]) {
    const name = "\xE9".repeat(length);
    assert2.is(uuid5(name), byTheBook(name));
  }
});
uuids("stay what they are: streams are named by them", () => {
  assert2.is(uuid5("workspace", "default"), "f8285c38-e9fa-5f23-8940-4db3305b0f7f");
  assert2.is.not(uuid5("ab", "c"), uuid5("a", "bc"));
});
uuids.run();
//# sourceMappingURL=uuid5.test.js.map
