import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Ids } from '../ports/ids.ts';

/** What a seal says of the log. It has no time, so two of one size must be equal. */
export interface TreeHead {
  readonly ledgerId: string;
  readonly size: number;
  /** In hex. */
  readonly root: string;
}

/** A private key and its public one, in base64: 32 bytes each (RFC 8032). */
export interface SealKey {
  readonly publicKey: string;
  /** A secret. */
  readonly privateKey: string;
}

/** The bytes before the 32 of a key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410). */
const PRIVATE_KEY_BEFORE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_BEFORE = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

export function newSealKey(ids: Pick<Ids, 'randomBytes'>): SealKey {
  const privateKey = ids.randomBytes(KEY_BYTES);
  const spki = createPublicKey(privateOf(privateKey)).export({ type: 'spki', format: 'der' });
  const publicKey = spki.subarray(-KEY_BYTES).toString('base64');
  return { publicKey, privateKey: privateKey.toString('base64') };
}

/** The text that a seal signs. */
export const headText = ({ ledgerId, size, root }: TreeHead): string =>
  `postledger tree head 1\n${ledgerId}\n${size}\n${root}\n`;

/** The text that a key signs of the one that replaces it. */
export const replacementText = (ledgerId: string, publicKey: string): string =>
  `postledger seal key 1\n${ledgerId}\n${publicKey}\n`;

/** Ed25519, in base64: the same text and key always give the same signature. */
export function signatureOf(text: string, { privateKey }: SealKey): string {
  return sign(null, Buffer.from(text), privateOf(Buffer.from(privateKey, 'base64'))).toString('base64');
}

/** Whether the signature is this key's; false also for what is no key or no signature. */
export function isSignedBy(text: string, signature: string, publicKey: string): boolean {
  const bytes = Buffer.from(publicKey, 'base64');
  if (bytes.length !== KEY_BYTES) return false;
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_KEY_BEFORE, bytes]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

function privateOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_BEFORE, seed]), format: 'der', type: 'pkcs8' });
}
