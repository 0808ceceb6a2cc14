// test/adapters/embedded/log/recentWrites.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { recentWrites } from "../../../../src/adapters/embedded/log/recentWrites.js";
var test = suite("recent writes");
var END = Number.POSITIVE_INFINITY;
var sends = ["EmailAccepted"];
test("are skipped by a reader of other types, and read by a reader of theirs", () => {
  const writes = recentWrites();
  writes.add({ first: 1, last: 10, types: sends });
  writes.add({ first: 11, last: 12, types: ["EmailAccepted", "ApiKeyRevoked"] });
  writes.add({ first: 13, last: 20, types: sends });
  assert.equal(writes.unread(0, ["SuppressionAdded"]), { from: 20, until: END });
  assert.equal(writes.unread(4, ["SuppressionAdded"]), { from: 20, until: END });
  assert.equal(writes.unread(0, ["ApiKeyRevoked"]), { from: 10, until: 12 });
  assert.equal(writes.unread(12, ["ApiKeyRevoked"]), { from: 20, until: END });
  assert.equal(writes.unread(0, ["ApiKeyRevoked", "EmailAccepted"]), { from: 0, until: END });
});
test("do not hide what another process wrote between two of them, or before", () => {
  const writes = recentWrites();
  writes.add({ first: 5, last: 10, types: sends });
  writes.add({ first: 14, last: 20, types: sends });
  assert.equal(writes.unread(0, ["ApiKeyRevoked"]), { from: 0, until: 4 });
  assert.equal(writes.unread(4, ["ApiKeyRevoked"]), { from: 10, until: 13 });
  assert.equal(writes.unread(13, ["ApiKeyRevoked"]), { from: 20, until: END });
});
test("are none where nothing was written, and are forgotten before they take room", () => {
  const writes = recentWrites();
  writes.add({ first: 5, last: 4, types: sends });
  assert.equal(writes.unread(4, ["ApiKeyRevoked"]), { from: 4, until: END });
  for (let at = 10; at < 1e4; at += 10) writes.add({ first: at, last: at + 1, types: sends });
  assert.is(writes.unread(9, ["ApiKeyRevoked"]).from, 9);
  assert.equal(writes.unread(9989, ["ApiKeyRevoked"]), { from: 9991, until: END });
});
test("are in order of their positions, also where they come later, and again", () => {
  const writes = recentWrites();
  writes.add({ first: 11, last: 12, types: sends });
  writes.add({ first: 5, last: 10, types: ["Delivered"] });
  writes.add({ first: 11, last: 12, types: sends });
  writes.add({ first: 5, last: 10, types: ["Delivered"] });
  assert.equal(writes.unread(4, ["ApiKeyRevoked"]), { from: 12, until: END });
  assert.equal(writes.unread(4, ["EmailAccepted"]), { from: 10, until: END });
  assert.equal(writes.unread(4, ["Delivered"]), { from: 4, until: 10 });
});
test.run();
//# sourceMappingURL=recentWrites.test.js.map
