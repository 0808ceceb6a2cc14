// test/audit/prove.test.ts
import { createHash } from "node:crypto";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { leafHash } from "../../src/audit/merkleTree.js";
import { prove } from "../../src/audit/prove.js";
import { sealAt, sealsEnd } from "../../src/audit/sealStream.js";
import { verifyLog } from "../../src/audit/verifyLog.js";
import { ledgerIdOf } from "../../src/commands/workspace/openLedger.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { seededRandom } from "../support/seededRandom.js";
import { RUN_ALL } from "../support/testRun.js";
import { sealedLog } from "./sealedLog.js";
var test = suite("a proof");
var hex = (bytes) => Buffer.from(bytes).toString("hex");
var joined = (left, right) => createHash("sha256").update(Buffer.of(1)).update(left).update(right).digest();
function rootOfProof(leaf, index, size, path) {
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const step of path) {
    const other = Buffer.from(step, "hex");
    if (fn % 2 === 1 || fn === sn) {
      root = joined(other, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else root = joined(root, other);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return hex(root);
}
function rootsOfProof(from, size, first, path) {
  if (from === size) return [first, first];
  const isComplete = 2 ** Math.floor(Math.log2(from)) === from;
  const steps = (isComplete ? [first, ...path] : path).map((step) => Buffer.from(step, "hex"));
  let [fn, sn] = [from - 1, size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  const [begin = Buffer.alloc(0), ...rest] = steps;
  let [earlier, later] = [begin, begin];
  for (const step of rest) {
    if (fn % 2 === 1 || fn === sn) {
      [earlier, later] = [joined(step, earlier), joined(step, later)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else later = joined(later, step);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return [hex(earlier), hex(later)];
}
async function longLog() {
  const random = seededRandom(7);
  const store = memoryEventStore();
  const sealed = await sealedLog(store);
  for (const events of [3, 2e3, 44, ...Array.from({ length: 12 }, () => 1 + Math.floor(random() * 700))]) {
    await sealed.write(events);
    await sealed.seal();
  }
  const { seal: head } = await sealsEnd(store);
  if (head === null) throw new Error("nothing was sealed");
  const reads = { leaves: 0, events: 0 };
  const counting = {
    readLeaves: async (options) => {
      const batch = await store.readLeaves(options);
      reads.leaves += batch.leaves.length;
      return batch;
    },
    readStream: (...call) => {
      reads.events += 1;
      return store.readStream(...call);
    }
  };
  return { ...sealed, store, head, reads, counting };
}
var shared = longLog();
test("of any event, from any seal on, leads to the roots of both seals, and reads little of the log", async () => {
  const { store, head, reads, counting, seals } = await shared;
  const { size } = head.data;
  assert.ok(size > 5e3, String(size));
  const { leaves } = await store.readLeaves({ after: store.log[0]?.position ?? "", limit: 1 });
  assert.is(leaves.length, 1);
  const edges = [1, 2, 1023, 1024, 1025, 2047, 2048, 2049, 4096, size - 1, size];
  const others = Array.from({ length: RUN_ALL ? 40 : 8 }, (_, at) => 1 + at * 977 % size);
  const revisions = (await seals()).filter(({ type }) => type === "LogSealed").map(({ revision }) => revision);
  for (const [at, place] of [...edges, ...others].entries()) {
    const event = store.log[place - 1];
    const from = await sealAt(store, revisions[at % revisions.length] ?? 1);
    if (event === void 0 || from === null) throw new Error("there is no such event or seal");
    Object.assign(reads, { leaves: 0, events: 0 });
    const proof = await prove(counting, /* @__PURE__ */ new Set([event.position]), { from, head });
    assert.ok(reads.leaves <= 2048 && reads.events < 200, JSON.stringify(reads));
    const [proved] = proof.events;
    const whole = await store.readLeaves({
      after: store.log[place - 2]?.position ?? "",
      limit: 1
    });
    const leaf = Buffer.from(leafHash(whole.leaves[0]?.hash ?? ""), "hex");
    assert.is(proved?.index, place - 1);
    assert.is(rootOfProof(leaf, place - 1, size, proved?.inclusion ?? []), head.data.root, `event ${place}`);
    assert.equal(
      rootsOfProof(from.data.size, size, from.data.root, proof.consistency),
      [from.data.root, head.data.root],
      `seal ${from.revision}`
    );
  }
});
test("of several events at once has each of them, in the order of the log", async () => {
  const { store, head, counting } = await shared;
  const from = await sealAt(store, 1);
  if (from === null) throw new Error("there is no seal");
  const positions = [5e3, 3, 1024, 2100].map((place) => store.log[place - 1]?.position);
  const { events } = await prove(counting, new Set(positions), { from, head });
  assert.equal(
    events.map(({ index }) => index),
    [2, 1023, 2099, 4999]
  );
});
test("of an event that no seal covers, or of a log that was changed, is refused", async () => {
  const { store, head, counting, write } = await shared;
  const from = await sealAt(store, 1);
  if (from === null) throw new Error("there is no seal");
  await write(1);
  const last = store.log.at(-1)?.position;
  const early = await prove(counting, /* @__PURE__ */ new Set([last]), { from, head }).catch((error) => error);
  assert.match(String(early), /RangeError: an event is not covered by the newest seal yet/);
  const changed = {
    ...counting,
    readLeaves: async () => ({ leaves: [], fault: "the event at position 3 was changed" })
  };
  const place = store.log[2]?.position;
  const refused = await prove(changed, /* @__PURE__ */ new Set([place]), { from, head }).catch((error) => error);
  assert.match(String(refused), /RangeError: the event at position 3 was changed/);
});
test("needs the parts that the seals name, which are verified with the log", async () => {
  const { store, seals } = await shared;
  const ledgerId = await ledgerIdOf(store) ?? "";
  assert.is((await verifyLog(store, { ledgerId })).finding, null);
  const parts = (await seals()).flatMap(({ data }) => data.parts ?? []);
  assert.is(parts.length, Math.floor(((await sealsEnd(store)).seal?.data.size ?? 0) / 1024));
  const newest = store.log.findLastIndex(({ data }) => (data.parts ?? []).length > 0);
  const event = store.log[newest];
  if (event === void 0) throw new Error("no seal names a part");
  const lie = structuredClone(event.data);
  lie.parts[0]?.roots.splice(0, 1, "f".repeat(64));
  const changed = memoryEventStore();
  changed.log.push(...store.log.with(newest, { ...event, data: lie }));
  const { finding } = await verifyLog(changed, { ledgerId });
  assert.match(finding?.what ?? "", /^seal \d+ names other parts than the log has/);
});
test.run();
//# sourceMappingURL=prove.test.js.map
