import type { SenderKey } from '../events/workspace.ts';

export type SigningAlgorithm = SenderKey['algorithm'];

/** A new pair of keys. */
export interface NewSigningKey {
  /** As in the `p=` of a DKIM record: base64 of SubjectPublicKeyInfo for RSA (RFC 6376), of the 32 bytes for Ed25519 (RFC 8463). */
  readonly publicKey: string;
  /** PKCS #8 in PEM: a secret. */
  readonly privateKey: string;
}

/** Makes keys to sign mail with: 2,048 bits of RSA, or Ed25519. */
export interface SigningKeys {
  generate(algorithm: SigningAlgorithm): Promise<NewSigningKey>;
}
