import { type Ledger, newEvents, type Origin } from '../commands/kernel/ledger.ts';
import { ledgerIdOf } from '../commands/workspace/openLedger.ts';
import { SEAL_STREAM, type SealKeyMade } from '../events/seal.ts';
import type { Secrets } from '../ports/secrets.ts';
import { openedKey, type SealsEnd, sealKeyContext, sealsEnd } from './sealStream.ts';
import { newSealKey, replacementText, type SealKey, signatureOf } from './treeHead.ts';

export interface MadeKey {
  readonly key: SealKey;
  readonly event: { readonly type: 'SealKeyMade'; readonly data: SealKeyMade };
}

/** A new key after those of the stream: signed by the one before, if that is given. */
export function madeKey(
  { ids, secrets, ledgerId }: { ids: Ledger['ids']; secrets: Secrets; ledgerId: string },
  end: SealsEnd,
  signer: SealKey | null,
): MadeKey {
  const key = newSealKey(ids);
  const { publicKey } = key;
  const data = {
    publicKey,
    sealedKey: secrets.seal(key.privateKey, sealKeyContext(publicKey)),
    replaces: end.key?.revision ?? null,
    signature: signer === null ? null : signatureOf(replacementText(ledgerId, publicKey), signer),
    previous: end.seal?.revision ?? null,
  };
  return { key, event: { type: 'SealKeyMade', data } };
}

interface KeyRotation {
  readonly ledger: Ledger;
  readonly secrets: Secrets;
  readonly ledgerId: string;
  readonly origin: Origin;
}

/**
 * Appends a new key, signed by the one before unless that is lost. Resolves with the public one.
 * @throws RevisionConflict when a seal was appended meanwhile; SealBroken when the key before doesn't open
 */
export async function rotateKey(
  { ledger, secrets, ledgerId, origin }: KeyRotation,
  end: SealsEnd,
  isLost: boolean,
): Promise<string> {
  const signer = end.key === null || isLost ? null : openedKey(end.key, secrets);
  const { event } = madeKey({ ...ledger, secrets, ledgerId }, end, signer);
  await ledger.store.append(SEAL_STREAM, end.revision ?? 'no-stream', newEvents(ledger, origin, [event]));
  return event.data.publicKey;
}

/**
 * Where the newest key is sealed under the previous master key, a new one replaces it, signed by it and sealed under the
 * present one. Resolves with whether that was done. @throws SealBroken when it opens under neither; RevisionConflict
 */
export async function renewSealKey(ledger: Ledger, secrets: Secrets, origin: Origin): Promise<boolean> {
  const end = await sealsEnd(ledger.store);
  const ledgerId = await ledgerIdOf(ledger.store);
  if (end.key === null || ledgerId === null) return false;
  const { publicKey, sealedKey } = end.key.data;
  if (secrets.renew(sealedKey, sealKeyContext(publicKey)) === null) return false;
  await rotateKey({ ledger, secrets, ledgerId, origin }, end, false);
  return true;
}
