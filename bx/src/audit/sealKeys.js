// src/audit/sealKeys.ts
import { newEvents } from "../commands/kernel/ledger.js";
import { ledgerIdOf } from "../commands/workspace/openLedger.js";
import { SEAL_STREAM } from "../events/seal.js";
import { openedKey, sealKeyContext, sealsEnd } from "./sealStream.js";
import { newSealKey, replacementText, signatureOf } from "./treeHead.js";
function madeKey({ ids, secrets, ledgerId }, end, signer) {
  const key = newSealKey(ids);
  const { publicKey } = key;
  const data = {
    publicKey,
    sealedKey: secrets.seal(key.privateKey, sealKeyContext(publicKey)),
    replaces: end.key?.revision ?? null,
    signature: signer === null ? null : signatureOf(replacementText(ledgerId, publicKey), signer),
    previous: end.seal?.revision ?? null
  };
  return { key, event: { type: "SealKeyMade", data } };
}
async function rotateKey({ ledger, secrets, ledgerId, origin }, end, isLost) {
  const signer = end.key === null || isLost ? null : openedKey(end.key, secrets);
  const { event } = madeKey({ ...ledger, secrets, ledgerId }, end, signer);
  await ledger.store.append(SEAL_STREAM, end.revision ?? "no-stream", newEvents(ledger, origin, [event]));
  return event.data.publicKey;
}
async function renewSealKey(ledger, secrets, origin) {
  const end = await sealsEnd(ledger.store);
  const ledgerId = await ledgerIdOf(ledger.store);
  if (end.key === null || ledgerId === null) return false;
  const { publicKey, sealedKey } = end.key.data;
  if (secrets.renew(sealedKey, sealKeyContext(publicKey)) === null) return false;
  await rotateKey({ ledger, secrets, ledgerId, origin }, end, false);
  return true;
}
export {
  madeKey,
  renewSealKey,
  rotateKey
};
//# sourceMappingURL=sealKeys.js.map
