// test/queues/gathering.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { gathering } from "../../src/queues/gathering.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("bytes as they arrive");
var memoryOf = (parts) => parts.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
test("chunks of any size are all there, in order, in parts with memory of their own", () => {
  const random = seededRandom(SEED);
  for (const most of [1, 3, 1e3, 65536, 9e6]) {
    const gathered = gathering();
    const chunks = [];
    for (let n = 0; n < 20; n++) {
      const chunk = Buffer.alloc(Math.floor(random() * (most + 1)), `${n}`);
      chunks.push(Buffer.from(chunk));
      gathered.add(chunk);
      chunk.fill(0);
    }
    const all = Buffer.concat(chunks);
    const parts = gathered.parts();
    assert.ok(Buffer.concat(parts).equals(all), `chunks of up to ${most}, seed ${SEED}`);
    assert.is(gathered.length, all.length);
    assert.ok(parts.every(({ byteOffset, length }) => byteOffset === 0 && length <= 4194304));
    assert.is(new Set(parts.map(({ buffer }) => buffer)).size, parts.length);
  }
});
test("many small chunks become few parts, of at most twice their size", () => {
  const gathered = gathering();
  for (let n = 1; n <= 1e5; n++) {
    gathered.add(Buffer.from(".\r\n"));
    if (n % 1e3 === 0) assert.ok(memoryOf(gathered.parts()) <= 2 * gathered.length);
  }
  assert.ok(gathered.parts().length <= 20);
});
test("what comes at once is one part of its size, and of nothing there is none", () => {
  const gathered = gathering();
  assert.equal(gathered.parts(), []);
  gathered.add(Buffer.from("all of it"));
  const parts = gathered.parts();
  assert.equal(parts.map(String), ["all of it"]);
  assert.is(memoryOf(parts), 9);
});
test.run();
//# sourceMappingURL=gathering.test.js.map
