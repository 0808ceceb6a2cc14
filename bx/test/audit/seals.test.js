// test/audit/seals.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { positionAt } from "../../src/adapters/position.js";
import { renewSealKey, rotateKey } from "../../src/audit/sealKeys.js";
import { openedKey, sealAt, sealsEnd } from "../../src/audit/sealStream.js";
import { headText, newSealKey, replacementText, signatureOf } from "../../src/audit/treeHead.js";
import { keyFinding, verifyLog } from "../../src/audit/verifyLog.js";
import { witnessedSeal, witnessFinding, witnessLine } from "../../src/audit/witness.js";
import { ledgerIdOf } from "../../src/commands/workspace/openLedger.js";
import { BEGINNING } from "../../src/events/event.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { seededIds } from "../support/seededIds.js";
import { sealedLog } from "./sealedLog.js";
var test = suite("seals");
var ORIGIN = { workspace: "", actor: "operator", correlation: "", causation: null };
async function written(seed) {
  const store = memoryEventStore();
  const sealed = await sealedLog(store, seed);
  for (let round = 0; round < 4; round++) {
    await sealed.write(5);
    await sealed.seal();
  }
  const ledgerId = await ledgerIdOf(store) ?? "";
  return { ...sealed, store, ledgerId };
}
function changedLog(log, change) {
  const copy = structuredClone(log);
  const changed = change(copy);
  const store = memoryEventStore();
  const revisions = /* @__PURE__ */ new Map();
  changed.forEach((event, at2) => {
    const revision = revisions.get(event.stream) ?? 0;
    revisions.set(event.stream, revision + 1);
    store.log.push({ ...event, revision, position: positionAt(at2 + 1) });
  });
  return store;
}
var at = (position) => Number(position ?? BEGINNING);
test("come within a minute of an event, and a quiet log gets no more", async () => {
  const { store, seal, seals, write } = await written();
  const [made, ...all] = await seals();
  assert.is(made?.type, "SealKeyMade");
  assert.equal(
    all.map(({ type, data }) => [type, data.size, data.previous]),
    [
      ["LogSealed", 6, null],
      // Of the seal before it the key's event is covered too.
      ["LogSealed", 13, 1],
      ["LogSealed", 19, 2],
      ["LogSealed", 25, 3]
    ]
  );
  const before = store.log.length;
  await seal(10);
  assert.is(store.log.length, before);
  await write(1);
  await seal(10);
  assert.is(store.log.length, before + 2);
  await seal(10, () => false);
  assert.is(store.log.length, before + 2);
});
test("go on after a restart from the newest one, without the log before it", async () => {
  const { store, seal, write } = await written();
  await write(3);
  const read = [];
  const { readLeaves } = store;
  store.readLeaves = (options) => {
    read.push(options.after);
    return readLeaves(options);
  };
  await seal();
  assert.is((await sealsEnd(store)).seal?.revision, 5);
  assert.ok(
    read.every((after) => at(after) >= 25),
    read.join()
  );
});
test("of two processes that seal at once never fork the tree", async () => {
  const { store, seal, write, ledgerId } = await written();
  await write(4);
  await Promise.all([seal(3), seal(3)]);
  const verified = await verifyLog(store, { ledgerId });
  assert.is(verified.finding, null);
  assert.is(verified.seals, 5);
});
test("are not made of a log that lacks what the newest one covers", async () => {
  const { store, seal, write, seals } = await written();
  await write(2);
  const cut = store.log.findIndex(({ stream }) => stream === "note-19");
  store.log.splice(cut, 1);
  store.log.push(...store.log.splice(0));
  const before = (await seals()).length;
  await seal(3);
  assert.is((await seals()).length, before);
});
test("fit the log that they were made of, from any seal on", async () => {
  const { store, ledgerId, write } = await written();
  await write(2);
  const all = await verifyLog(store, { ledgerId });
  assert.equal([all.finding, all.events, all.seals, all.newest?.revision], [null, store.log.length, 4, 4]);
  const later = await verifyLog(store, { ledgerId, from: 2 });
  assert.equal([later.finding, later.events, later.seals], [null, store.log.length - 13, 2]);
  const wrong = await verifyLog(store, { ledgerId, from: 0 }).catch((error) => error);
  assert.instance(wrong, RangeError);
  const other = await verifyLog(store, { ledgerId: "another", from: 2 }).catch((error) => error);
  assert.match(String(other), /RangeError: seal 2 is not as it was written/);
});
var CHANGED = 16;
var changes = [
  ["data", (event) => event.data = { text: "Note 12" }],
  ["metadata", (event) => event.metadata = { ...event.metadata, actor: "key:2" }],
  ["time", (event) => event.metadata = { ...event.metadata, at: "2026-01-01T00:00:00.001Z" }],
  ["type", (event) => event.type = "Notes"],
  ["stream", (event) => event.stream = "note-x"]
];
for (const [name, change] of changes)
  test(`show that the ${name} of an event was changed`, async () => {
    const { store, ledgerId } = await written();
    const altered = changedLog(store.log, (events) => {
      change(events[CHANGED - 1]);
      return events;
    });
    const { finding, newest } = await verifyLog(altered, { ledgerId });
    assert.match(finding?.what ?? "", /the log is not what seal 3 says/);
    assert.is(newest?.revision, 2);
    assert.ok(at(finding?.event?.position) > 13 && at(finding?.event?.position) <= CHANGED);
    assert.is((await verifyLog(altered, { ledgerId, from: 3 })).finding, null);
  });
test("show events that were removed, exchanged or inserted", async () => {
  const { store, ledgerId, event } = await written();
  const inserted = { ...event("not so"), stream: "note-new", revision: 0, position: BEGINNING };
  const alterations = [
    (events) => events.toSpliced(CHANGED - 1, 1),
    (events) => events.toSpliced(CHANGED - 1, 0, inserted),
    (events) => events.toSpliced(CHANGED - 1, 2, events[CHANGED], events[CHANGED - 1])
  ];
  for (const alter of alterations) {
    const { finding, newest } = await verifyLog(changedLog(store.log, alter), { ledgerId });
    assert.match(finding?.what ?? "", /the log is not what seal 3 says/);
    assert.is(newest?.revision, 2);
    assert.ok(at(finding?.event?.position) > 13 && at(finding?.event?.position) <= CHANGED);
  }
});
test("show that the log ends before what they are about", async () => {
  const { store, ledgerId } = await written();
  const short = changedLog(store.log, (events) => [...events.slice(0, 20), ...events.slice(-1)]);
  assert.match(
    (await verifyLog(short, { ledgerId })).finding?.what ?? "",
    /seal 4 is about 25 events, and the log has 21/
  );
  const withoutTail = changedLog(store.log, (events) => events.toSpliced(21, 4));
  assert.match(
    (await verifyLog(withoutTail, { ledgerId })).finding?.what ?? "",
    /seal 4 is about 25 events, and the log has 22/
  );
});
test("that are forged, of another ledger, out of place or missing are named", async () => {
  const { store, ledgerId, secrets } = await written();
  const other = await written("another");
  const sealAtPlace = store.log.findIndex(({ stream, revision }) => stream === "seal" && revision === 3);
  const others = other.store.log[sealAtPlace];
  const end = await sealsEnd(store);
  if (end.key === null) throw new Error("there is no key");
  const key = openedKey(end.key, secrets);
  const altered = async (change, event) => {
    const altering = changedLog(store.log, (events) => {
      const sealed = events[sealAtPlace];
      events[sealAtPlace] = event ?? {
        ...sealed,
        data: { ...sealed.data, ...change(sealed.data) }
      };
      return events;
    });
    const { finding } = await verifyLog(altering, { ledgerId });
    return [finding?.what, finding?.event?.revision].join(" | ");
  };
  assert.match(await altered(() => ({ size: 18 })), /^seal 3 is forged.* \| 3$/);
  assert.match(await altered(() => ({ root: "a".repeat(64) })), /^seal 3 is forged.* \| 3$/);
  assert.match(await altered(() => ({}), others), /^seal 3 is of another ledger.* \| 3$/);
  assert.match(await altered(() => ({ previous: 1 })), /^seal 3 does not follow.* \| 3$/);
  assert.match(await altered(() => ({ peaks: [] })), /^seal 3 contradicts itself.* \| 3$/);
  assert.match(
    await altered(() => ({ last: { stream: "note-1", revision: 0 } })),
    /^seal 3 names another last event.* \| 3$/
  );
  assert.match(
    await altered(({ last }) => ({ last: { ...last, revision: 7 } })),
    /^seal 3 names another last event.* \| 3$/
  );
  assert.match(await altered(() => ({ keyRevision: 1 })), /^seal 3 is signed by another key.* \| 3$/);
  const before = (await sealAt(store, 2))?.data;
  assert.match(await altered(() => ({ ...before, previous: 2 })), /^seal 3 does not follow.* \| 3$/);
  const lie = (data) => {
    const head = { ...data, size: 18 };
    return { ...head, signature: signatureOf(headText(head), key) };
  };
  assert.match(await altered(lie), /^seal 3 contradicts itself.* \| 3$/);
  const stranger = newSealKey(seededIds("stranger"));
  const strange = (data) => ({
    publicKey: stranger.publicKey,
    signature: signatureOf(headText(data), stranger)
  });
  assert.match(await altered(strange), /^seal 3 is signed by another key.* \| 3$/);
  const without = changedLog(store.log, (events) => events.toSpliced(sealAtPlace, 1));
  assert.match((await verifyLog(without, { ledgerId })).finding?.what ?? "", /seal 3 does not follow/);
  const hidden = {
    ...store,
    readStream: async (...call) => call[0] === "seal" ? (await store.readStream(...call)).filter(({ revision }) => revision < 4) : store.readStream(...call)
  };
  assert.match(
    (await verifyLog(hidden, { ledgerId })).finding?.what ?? "",
    /the log has seal 4, and its stream does not/
  );
});
test("made again with another key are found by the key or by a witness", async () => {
  const { store, ledgerId } = await written();
  const known = await sealsEnd(store);
  if (known.seal === null || known.key === null) throw new Error("nothing was sealed");
  const witnessed = witnessLine(JSON.stringify(witnessedSeal(known.seal)));
  assert.is(await witnessFinding(store, ledgerId, witnessed), null);
  const another = { ...witnessed, publicKey: newSealKey(seededIds("another")).publicKey };
  assert.match(await witnessFinding(store, ledgerId, another) ?? "", /the history is not the one/);
  const again = memoryEventStore();
  const forger = await sealedLog(again, "forger");
  again.log[0] = structuredClone(store.log[0]);
  for (let round = 0; round < 4; round++) {
    await forger.write(5);
    await forger.seal();
  }
  const verified = await verifyLog(again, { ledgerId });
  assert.is(verified.finding, null);
  assert.match(keyFinding(verified.keys, known.key.data.publicKey) ?? "", /no seal was made under the key/);
  assert.match(
    await witnessFinding(again, ledgerId, witnessed) ?? "",
    /the history is not the one of the witnessed seal 4/
  );
});
test("of a ledger that was restored from before a witnessed one are reported as that", async () => {
  const { store, ledgerId } = await written();
  const newest = (await sealsEnd(store)).seal;
  if (newest === null) throw new Error("nothing was sealed");
  const witnessed = witnessedSeal(newest);
  const restored = changedLog(store.log, (events) => events.slice(0, 22));
  assert.is((await verifyLog(restored, { ledgerId })).finding, null);
  assert.match(
    await witnessFinding(restored, ledgerId, witnessed) ?? "",
    /was restored from before the witnessed seal 4 of .* \(25 events\)/
  );
  assert.match(await witnessFinding(store, "0", witnessed) ?? "", /of another ledger/);
  assert.throws(() => witnessLine(JSON.stringify({ ...witnessed, size: 24 })), /was altered/);
  for (const text of ["", "x", "null", "{}"]) assert.throws(() => witnessLine(text), /it is no seal/);
});
test("go on under a new key, which the one before signed; a lost one is reported", async () => {
  const { ledger, secrets, store, ledgerId, write, seal } = await written();
  const first = (await sealsEnd(store)).key?.data.publicKey;
  const second = await rotateKey({ ledger, secrets, ledgerId, origin: ORIGIN }, await sealsEnd(store), false);
  await write(1);
  await seal();
  const rotated = await verifyLog(store, { ledgerId });
  assert.is(rotated.finding, null);
  assert.equal(
    rotated.keys.map(({ publicKey, isSigned }) => [publicKey, isSigned]),
    [
      [first, true],
      [second, true]
    ]
  );
  assert.is(keyFinding(rotated.keys, void 0), null);
  const misplaced = changedLog(store.log, (events) => {
    const key = events.findLast(({ type }) => type === "SealKeyMade");
    key.data = { ...key.data, previous: 1 };
    return events;
  });
  assert.match(
    (await verifyLog(misplaced, { ledgerId })).finding?.what ?? "",
    /the key of revision 5 does not follow the one before it/
  );
  const third = await rotateKey({ ledger, secrets, ledgerId, origin: ORIGIN }, await sealsEnd(store), true);
  await write(1);
  await seal();
  const { finding, keys } = await verifyLog(store, { ledgerId });
  assert.is(finding, null);
  assert.match(keyFinding(keys, void 0) ?? "", /was not signed by the one before it/);
  assert.match(keyFinding(keys, second) ?? "", /was not signed by the one before it/);
  assert.is(keyFinding(keys, third), null);
  const stranger = newSealKey(seededIds("stranger"));
  const forged = changedLog(store.log, (events) => {
    for (const event of events)
      if (event.type === "SealKeyMade" && event.revision === 5)
        event.data = {
          ...event.data,
          signature: signatureOf(replacementText(ledgerId, second), stranger)
        };
    return events;
  });
  assert.match(
    (await verifyLog(forged, { ledgerId })).finding?.what ?? "",
    /the key of revision 5 does not follow/
  );
});
test("are verified from a later one with any key before it that signed the next, and no further back", async () => {
  const { ledger, secrets, store, ledgerId, write, seal } = await written();
  const rotated = async (isLost) => {
    const key = await rotateKey({ ledger, secrets, ledgerId, origin: ORIGIN }, await sealsEnd(store), isLost);
    await write(1);
    await seal();
    return key;
  };
  const first = (await sealsEnd(store)).key?.data.publicKey;
  const [second, third] = [await rotated(false), await rotated(false)];
  const from = (await sealsEnd(store)).seal?.revision;
  await write(1);
  await seal();
  const { finding, keys } = await verifyLog(store, { ledgerId, from });
  assert.is(finding, null);
  assert.equal(
    keys.map(({ publicKey }) => publicKey),
    [first, second, third]
  );
  for (const key of [first, second, third, void 0]) assert.is(keyFinding(keys, key), null);
  const forgedBy = (signature, replaces) => changedLog(store.log, (events) => {
    for (const event of events)
      if (event.type === "SealKeyMade" && Object(event.data).publicKey === third)
        event.data = { ...event.data, signature, replaces };
    return events;
  });
  const stranger = signatureOf(replacementText(ledgerId, third), newSealKey(seededIds("stranger")));
  const end = await sealsEnd(store);
  if (end.key === null) throw new Error("there is no key");
  const own = signatureOf(replacementText(ledgerId, third), openedKey(end.key, secrets));
  for (const forged of [forgedBy(stranger, 5), forgedBy(own, end.key.revision)]) {
    const known = (await verifyLog(forged, { ledgerId, from })).keys;
    assert.match(keyFinding(known, second) ?? "", /no seal was made under the key/);
    assert.is(keyFinding(known, third), null);
  }
  const fourth = await rotated(true);
  const after = await verifyLog(store, { ledgerId, from: (await sealsEnd(store)).seal?.revision });
  assert.is(keyFinding(after.keys, fourth), null);
  assert.is(keyFinding(after.keys, void 0), null);
  assert.match(keyFinding(after.keys, third) ?? "", /no seal was made under the key/);
});
test("go on after the master key was changed", async () => {
  const { ledger, secrets, store, ledgerId, write, seal } = await written();
  assert.is(await renewSealKey(ledger, secrets, ORIGIN), false);
  const changed = sealedSecrets(Buffer.alloc(32, 8), ledger.ids, [Buffer.alloc(32, 9)]);
  assert.is(await renewSealKey(ledger, changed, ORIGIN), true);
  assert.is(await renewSealKey(ledger, changed, ORIGIN), false);
  const { key } = await sealsEnd(store);
  if (key === null) throw new Error("there is no key");
  assert.ok(openedKey(key, sealedSecrets(Buffer.alloc(32, 8), ledger.ids)).privateKey);
  await write(1);
  await seal(1, () => true, changed);
  const { finding, keys, seals } = await verifyLog(store, { ledgerId });
  assert.is(finding, null);
  assert.is(seals, 5);
  assert.equal(
    keys.map(({ isSigned }) => isSigned),
    [true, true]
  );
});
test("are found among many by few reads", async () => {
  const { store, seal, write } = await written();
  for (let round = 0; round < 40; round++) {
    await write(1);
    await seal();
  }
  let reads = 0;
  const counting = {
    readStream: (...call) => {
      reads += 1;
      return store.readStream(...call);
    }
  };
  const { seal: newest } = await sealsEnd(counting);
  assert.is(newest?.revision, 44);
  assert.equal(await sealAt(store, 44), newest);
  assert.ok(reads < 20, String(reads));
  reads = 0;
  assert.equal((await sealsEnd(counting, 44)).seal, newest);
  assert.is(reads, 3, "of one that is known to be the last: itself, what would come after it, and its key");
});
test.run();
//# sourceMappingURL=seals.test.js.map
