// src/audit/witness.ts
import { sealAt } from "./sealStream.js";
import { headText, isSignedBy } from "./treeHead.js";
function witnessedSeal({ revision, data, metadata }) {
  const { ledgerId, size, root, publicKey, signature } = data;
  return { seal: revision, at: metadata.at, ledgerId, size, root, publicKey, signature };
}
function witnessLine(line) {
  const seal = parsed(line);
  const isHead = typeof seal?.size === "number" && Number.isInteger(seal.seal);
  if (!isHead || !isSignedBy(headText(seal), String(seal.signature), String(seal.publicKey)))
    throw new RangeError("it is no seal, or was altered: its signature does not fit");
  return seal;
}
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
async function witnessFinding(store, ledgerId, witnessed) {
  const named = `the witnessed seal ${witnessed.seal} of ${witnessed.at} (${witnessed.size} events)`;
  if (witnessed.ledgerId !== ledgerId) return `${named} is of another ledger, ${witnessed.ledgerId}.`;
  const own = await sealAt(store, witnessed.seal);
  if (own === null)
    return `the ledger was restored from before ${named}, or cut off there: it has no such seal.`;
  const { size, root, publicKey } = own.data;
  if (size === witnessed.size && root === witnessed.root && publicKey === witnessed.publicKey) return null;
  return `the history is not the one of ${named}: the ledger was restored from before it and went on, or was written again.`;
}
export {
  witnessFinding,
  witnessLine,
  witnessedSeal
};
//# sourceMappingURL=witness.js.map
