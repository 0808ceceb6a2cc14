// src/audit/sealStream.ts
import { SEAL_STREAM } from "../events/seal.js";
import { rootOf, treeOf } from "./merkleTree.js";
var SEALED_AT_ONCE = 262144;
var PAGE = 100;
async function sealsEnd(store, known = 0) {
  const last = await lastOf(store, known);
  if (last === null) return { revision: null, key: null, seal: null };
  const { revision } = last;
  if (last.type === "LogSealed")
    return { revision, seal: last, key: await keyAt(store, last.data.keyRevision) };
  const { previous } = last.data;
  return { revision, key: last, seal: previous === null ? null : await sealAt(store, previous) };
}
async function sealAt(store, revision) {
  const event = await eventAt(store, revision);
  return event?.type === "LogSealed" ? event : null;
}
async function keyAt(store, revision) {
  const event = await eventAt(store, revision);
  return event?.type === "SealKeyMade" ? event : null;
}
async function* sealEventsFrom(store, fromRevision) {
  for (let from = fromRevision; ; ) {
    const page = await store.readStream(SEAL_STREAM, { fromRevision: from, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    from += page.length;
  }
}
function treeOfSeal({ size, peaks, root }) {
  const tree = treeOf(size, peaks);
  return tree !== null && rootOf(tree) === root ? tree : null;
}
var sealKeyContext = (publicKey) => `seal key ${publicKey}`;
function openedKey({ data: { publicKey, sealedKey } }, secrets) {
  return { publicKey, privateKey: secrets.open(sealedKey, sealKeyContext(publicKey)) };
}
async function eventAt(store, revision) {
  const [event] = await store.readStream(SEAL_STREAM, { fromRevision: revision, limit: 1 });
  return event ?? null;
}
async function lastOf(store, known) {
  let last = await eventAt(store, known);
  if (last === null) return null;
  let step = 1;
  let beyond = known + step;
  for (let event = await eventAt(store, beyond); event !== null; event = await eventAt(store, beyond)) {
    last = event;
    step *= 2;
    beyond = known + step;
  }
  while (beyond - last.revision > 1) {
    const middle = Math.floor((last.revision + beyond) / 2);
    const event = await eventAt(store, middle);
    if (event === null) beyond = middle;
    else last = event;
  }
  return last;
}
export {
  SEALED_AT_ONCE,
  eventAt,
  keyAt,
  openedKey,
  sealAt,
  sealEventsFrom,
  sealKeyContext,
  sealsEnd,
  treeOfSeal
};
//# sourceMappingURL=sealStream.js.map
