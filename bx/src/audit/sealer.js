// src/audit/sealer.ts
import { newEvents } from "../commands/kernel/ledger.js";
import { ledgerIdOf } from "../commands/workspace/openLedger.js";
import { BEGINNING } from "../events/event.js";
import { SEAL_STREAM } from "../events/seal.js";
import { EMPTY_TREE, rootOf } from "./merkleTree.js";
import { madeKey } from "./sealKeys.js";
import { openedKey, SEALED_AT_ONCE, sealsEnd, treeOfSeal } from "./sealStream.js";
import { treeFold } from "./treeFold.js";
import { headText, signatureOf } from "./treeHead.js";
var SEAL_EVERY_MS = 5e4;
var STEP = 1e4;
async function runSealer({ ledger, secrets, log }, signal, maySeal, sealedAtOnce = SEALED_AT_ONCE) {
  let built = null;
  let hasMore = false;
  while (!signal.aborted) {
    if (!hasMore) await ledger.clock.sleep(SEAL_EVERY_MS, signal);
    hasMore = false;
    try {
      if (!maySeal()) built = null;
      if (signal.aborted || !maySeal()) continue;
      built ??= await builtAtNewest(ledger.store);
      const mayHaveMore = await follow(built.fold, signal, sealedAtOnce);
      if (!built.isUnsealed || signal.aborted) continue;
      const sealing = built;
      built = null;
      const revision = await appendSeal({ ledger, secrets }, sealing);
      sealing.end = await sealsEnd(ledger.store, revision);
      sealing.isUnsealed = false;
      built = sealing;
      hasMore = mayHaveMore;
    } catch (error) {
      log.warn({ err: error }, "the log could not be sealed, trying again within a minute");
    }
  }
}
async function builtAtNewest(store) {
  const end = await sealsEnd(store);
  const begun = (tree2, after) => {
    const fold = treeFold(store, {
      tree: tree2,
      after,
      isUnchecked: true,
      onLeaf: (leaf) => {
        if (leaf.stream !== SEAL_STREAM) built.isUnsealed = true;
      }
    });
    const built = { end, fold, isUnsealed: false };
    return built;
  };
  if (end.seal === null) return begun(EMPTY_TREE, BEGINNING);
  const { last } = end.seal.data;
  const [event] = await store.readStream(last.stream, { fromRevision: last.revision, limit: 1 });
  const tree = treeOfSeal(end.seal.data);
  if (event === void 0 || tree === null)
    throw new Error(`the log is not what seal ${end.seal.revision} says: run 'postledger audit verify'`);
  return begun(tree, event.position);
}
async function follow(fold, signal, sealedAtOnce) {
  const end = fold.tree().size + sealedAtOnce;
  for (let size = -1; size < fold.tree().size && size < end && !signal.aborted; ) {
    size = fold.tree().size;
    await fold.to(Math.min(size + STEP, end));
  }
  const fault = fold.fault();
  if (fault !== null) throw new Error(fault);
  return fold.tree().size === end;
}
async function appendSeal({ ledger, secrets }, { end, fold }) {
  const ledgerId = await ledgerIdOf(ledger.store);
  const last = fold.last();
  if (ledgerId === null || last === null) throw new Error("the ledger was not opened");
  const { key, event: made } = end.key === null ? madeKey({ ...ledger, secrets, ledgerId }, end, null) : { key: openedKey(end.key, secrets), event: null };
  const tree = fold.tree();
  const head = { ledgerId, size: tree.size, root: rootOf(tree) };
  const data = {
    ...head,
    signature: signatureOf(headText(head), key),
    publicKey: key.publicKey,
    keyRevision: end.key?.revision ?? 0,
    previous: end.seal?.revision ?? null,
    peaks: tree.peaks.map(({ hash }) => hash),
    last: { stream: last.stream, revision: last.revision },
    parts: fold.takeParts()
  };
  const origin = { workspace: "", actor: "sealer", correlation: ledger.ids.uuid(), causation: null };
  const decided = [...made === null ? [] : [made], { type: "LogSealed", data }];
  const events = newEvents(ledger, origin, decided);
  const { revision } = await ledger.store.append(SEAL_STREAM, end.revision ?? "no-stream", events);
  return revision;
}
export {
  runSealer
};
//# sourceMappingURL=sealer.js.map
