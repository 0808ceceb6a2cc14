// test/adapters/node/sha256.test.ts
import { createHash, randomBytes } from "node:crypto";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sha256Of } from "../../../src/adapters/node/sha256.js";
var test = suite("sha256");
test("is the hash of any number of bytes, also of several inputs at once", async () => {
  const lengths = [0, 1, 1048576, 1048577, 3e6, 2097152];
  const all = lengths.map((length) => randomBytes(length));
  const hashes = await Promise.all(all.map(sha256Of));
  assert.equal(
    hashes,
    all.map((bytes) => createHash("sha256").update(bytes).digest("hex"))
  );
});
test("much leaves turns of the event loop to others", async () => {
  let turns = 0;
  let done = false;
  const turn = () => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all([sha256Of(randomBytes(4194304)), sha256Of(randomBytes(4194304))]);
  done = true;
  assert.ok(turns >= 8, String(turns));
});
test.run();
//# sourceMappingURL=sha256.test.js.map
