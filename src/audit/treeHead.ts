import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
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

/** The bytes before the 32 of a private key in PKCS #8 (RFC 8410). */
const PRIVATE_KEY_BEFORE = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

export function newSealKey(ids: Pick<Ids, 'randomBytes'>): SealKey {
  const bytes = ids.randomBytes(KEY_BYTES);
  const der = Buffer.concat([PRIVATE_KEY_BEFORE, bytes]);
  const { x = '' } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    privateKey: bytes.toString('base64'),
  };
}

/** The text that a seal signs. */
export const headText = ({ ledgerId, size, root }: TreeHead): string =>
  `postledger tree head 1\n${ledgerId}\n${size}\n${root}\n`;

/** The text that a key signs of the one that replaces it. */
export const replacementText = (ledgerId: string, publicKey: string): string =>
  `postledger seal key 1\n${ledgerId}\n${publicKey}\n`;

/** Ed25519, in base64: the same text and key always give the same signature. */
export function signatureOf(text: string, { publicKey, privateKey }: SealKey): string {
  const key = { ...jwkOf(publicKey), d: base64url(privateKey) };
  return sign(null, Buffer.from(text), createPrivateKey({ key, format: 'jwk' })).toString('base64');
}

/** Whether the signature is this key's; false also for what is no key or no signature. */
export function isSignedBy(text: string, signature: string, publicKey: string): boolean {
  if (Buffer.from(publicKey, 'base64').length !== KEY_BYTES) return false;
  const key = createPublicKey({ key: jwkOf(publicKey), format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

/** A public key as RFC 8037 has it: OpenSSL reads this ten times as fast as DER. */
const jwkOf = (publicKey: string) => ({ kty: 'OKP', crv: 'Ed25519', x: base64url(publicKey) });

const base64url = (base64: string) => Buffer.from(base64, 'base64').toString('base64url');
