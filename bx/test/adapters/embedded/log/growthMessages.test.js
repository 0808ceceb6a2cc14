// test/adapters/embedded/log/growthMessages.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { growthMessages } from "../../../../src/adapters/embedded/log/growthMessages.js";
var test = suite("messages of what was written to a ledger");
var turn = () => new Promise((resolve) => setImmediate(resolve));
var WRITES = [{ first: 2, last: 3, types: ["EmailAccepted"] }];
var ledgerOf = (hashes) => ({
  reads: 0,
  async storedLeaves() {
    this.reads++;
    const leaves = hashes.map((hash) => ({ position: "", time: "", workspace: "", type: "", id: "", hash }));
    return { leaves, fault: null };
  }
});
async function process(ledger, file = "1:1") {
  const messages = growthMessages(ledger, file);
  messages.write(WRITES);
  await turn();
  return messages;
}
test("are read by another process on the same ledger, and by none on another", async () => {
  const message = (await process(ledgerOf(["aa"]))).write(WRITES);
  assert.equal((await process(ledgerOf(["aa"]))).read(message), WRITES);
  assert.equal((await process(ledgerOf(["bb"]))).read(message), []);
  assert.equal((await process(ledgerOf(["aa"]), "1:2")).read(message), [], "a copy has the same first event");
});
test("are not believed before it is known which ledger they are about", async () => {
  const hashes = [];
  const ledger = ledgerOf(hashes);
  const empty = await process(ledger);
  const said = empty.write(WRITES);
  assert.equal(empty.read(said), [], "an empty ledger is like any other");
  await turn();
  hashes.push("aa");
  empty.write(WRITES);
  await turn();
  assert.equal(empty.read(said), [], "what was said before says nothing");
  assert.equal(empty.read(empty.write(WRITES)), WRITES);
  const { reads } = ledger;
  empty.write(WRITES);
  await turn();
  assert.is(ledger.reads, reads, "a ledger keeps its first event");
});
test.run();
//# sourceMappingURL=growthMessages.test.js.map
