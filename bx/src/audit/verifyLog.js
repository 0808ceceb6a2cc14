// src/audit/verifyLog.ts
import { BEGINNING } from "../events/event.js";
import { SEAL_STREAM } from "../events/seal.js";
import { EMPTY_TREE, rootOf } from "./merkleTree.js";
import {
  keyAt,
  sealAt,
  sealEventsFrom,
  treeOfSeal
} from "./sealStream.js";
import { treeFold } from "./treeFold.js";
import { headText, isSignedBy, replacementText } from "./treeHead.js";
async function verifyLog(store, { ledgerId, from, onEvents }) {
  const chain = { ledgerId, keys: [], newest: null, seals: 0, revision: -1 };
  let lastSeal = -1;
  const begun = from === void 0 ? { tree: EMPTY_TREE, after: BEGINNING } : await beginAt(store, chain, from);
  const fold = treeFold(store, {
    ...begun,
    onEvents,
    onLeaf: ({ stream, revision }) => {
      if (stream === SEAL_STREAM) lastSeal = Math.max(lastSeal, revision);
    }
  });
  const answer = (finding) => {
    const { seals, newest, keys } = chain;
    return { events: fold.tree().size - begun.tree.size, seals, newest, keys, finding };
  };
  for await (const event of sealEventsFrom(store, chain.revision + 1)) {
    const finding = event.type === "LogSealed" ? await compare(chain, event, fold) : newKey(chain, event);
    if (finding !== null) return answer(finding);
    chain.revision = event.revision;
  }
  await fold.to(Number.POSITIVE_INFINITY);
  if (fold.fault() !== null) return answer({ what: `${fold.fault()}.`, event: null });
  const isHidden = lastSeal > chain.revision && (await store.readStream(SEAL_STREAM, { fromRevision: lastSeal, limit: 1 })).length === 0;
  return answer(
    isHidden ? { what: `the log has seal ${lastSeal}, and its stream does not.`, event: null } : null
  );
}
async function beginAt(store, chain, from) {
  const seal = await sealAt(store, from);
  const key = seal && await keyAt(store, seal.data.keyRevision);
  if (seal === null || key === null) throw new RangeError(`there is no seal ${from}`);
  const { last, publicKey, signature } = seal.data;
  const tree = treeOfSeal(seal.data);
  const [event] = await store.readStream(last.stream, { fromRevision: last.revision, limit: 1 });
  const isSigned = publicKey === key.data.publicKey && isSignedBy(headText(seal.data), signature, publicKey);
  if (tree === null || event === void 0 || !isSigned || seal.data.ledgerId !== chain.ledgerId)
    throw new RangeError(`seal ${from} is not as it was written: verify from the beginning`);
  Object.assign(chain, { newest: seal, revision: from });
  for (let known = key; known !== null; known = await signerOf(store, known, chain.ledgerId))
    chain.keys.unshift({ publicKey: known.data.publicKey, revision: known.revision, isSigned: true });
  return { tree, after: event.position };
}
async function signerOf(store, { revision, data: { publicKey, replaces, signature } }, ledgerId) {
  if (replaces === null || replaces >= revision || signature === null) return null;
  const before = await keyAt(store, replaces);
  const text = replacementText(ledgerId, publicKey);
  return before && isSignedBy(text, signature, before.data.publicKey) ? before : null;
}
function newKey({ ledgerId, keys, newest }, event) {
  const before = keys.at(-1);
  const { publicKey, replaces, signature, previous } = event.data;
  const fits = replaces === (before?.revision ?? null) && previous === (newest?.revision ?? null);
  const text = replacementText(ledgerId, publicKey);
  if (!fits || before && signature !== null && !isSignedBy(text, signature, before.publicKey))
    return { what: `the key of revision ${event.revision} does not follow the one before it.`, event };
  keys.push({ publicKey, revision: event.revision, isSigned: before === void 0 || signature !== null });
  return null;
}
async function compare(chain, event, fold) {
  const { data, revision } = event;
  const fault = faultOf(chain, event);
  if (fault !== null) return { what: `seal ${revision} ${fault}.`, event };
  const expected = treeOfSeal(data);
  if (expected === null)
    return { what: `seal ${revision} contradicts itself: its parts do not give its root.`, event };
  const covered = fold.tree().size;
  await fold.to(covered + 1);
  const firstNew = fold.last();
  await fold.to(data.size);
  if (fold.fault() !== null) return { what: `${fold.fault()}.`, event: null };
  const tree = fold.tree();
  if (tree.size < data.size)
    return { what: `seal ${revision} is about ${data.size} events, and the log has ${tree.size}.`, event };
  if (rootOf(tree) !== data.root) {
    const differs = tree.peaks.findIndex(({ hash }, at) => expected.peaks[at]?.hash !== hash);
    const first = fold.firstOf(differs);
    const of = first === null || firstNew !== null && first.position < firstNew.position ? firstNew : first;
    return {
      what: `the log is not what seal ${revision} says: the first event that differs is this one or one after it, up to event ${data.size} of the log.`,
      event: of
    };
  }
  const last = fold.last();
  if (last?.stream !== data.last.stream || last.revision !== data.last.revision)
    return { what: `seal ${revision} names another last event than the log has.`, event };
  if (JSON.stringify(fold.takeParts()) !== JSON.stringify(data.parts))
    return { what: `seal ${revision} names other parts than the log has.`, event };
  Object.assign(chain, { newest: event, seals: chain.seals + 1 });
  return null;
}
function faultOf({ ledgerId, keys, newest }, { data, revision }) {
  const key = keys.at(-1);
  if (data.ledgerId !== ledgerId) return `is of another ledger, ${data.ledgerId}`;
  if (data.previous !== (newest?.revision ?? null) || data.size <= (newest?.data.size ?? 0))
    return "does not follow the one before it";
  if (key === void 0 || data.publicKey !== key.publicKey || data.keyRevision !== key.revision)
    return "is signed by another key than the last one that the log has made";
  if (!isSignedBy(headText(data), data.signature, data.publicKey))
    return `is forged: its signature is not that of key ${data.publicKey}, revision ${revision}`;
  return null;
}
function keyFinding(keys, trusted) {
  const at = keys.findIndex(({ publicKey }) => publicKey === trusted);
  if (trusted !== void 0 && at === -1) return `no seal was made under the key ${trusted}.`;
  const broken = keys.find(({ isSigned }, index) => !isSigned && index > at);
  if (broken === void 0) return null;
  return `the key ${broken.publicKey} (seal stream, revision ${broken.revision}) was not signed by the one before it: that one was lost, or someone has written a new history. If it is yours, name it by --key.`;
}
export {
  keyFinding,
  verifyLog
};
//# sourceMappingURL=verifyLog.js.map
