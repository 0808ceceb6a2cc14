import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Ids } from '../../ports/ids.ts';
import type { Secrets } from '../../ports/secrets.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** NIST SP 800-38D: 96 bits is the length GCM is made for. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First word of a seal: a later format gets another one, and both can be opened. */
const VERSION = 'v1';

/** A seal does not open: another key, another context, or altered. The error does not reveal the content. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  constructor() {
    super('a sealed secret does not open: made under another master key, for another use, or altered');
  }
}

/**
 * AES-256-GCM under a key derived from the master key (HKDF-SHA-256, RFC 5869), with the context as additional
 * authenticated data. A seal is `v1.` and base64url of nonce, ciphertext and tag.
 * @param masterKey 32 bytes: the present one, which seals
 * @param previousKeys those that still open what they sealed
 */
export function sealedSecrets(
  masterKey: Uint8Array,
  ids: Pick<Ids, 'randomBytes'>,
  previousKeys: readonly Uint8Array[] = [],
): Secrets {
  const present = sealingKey(masterKey);
  const previous = previousKeys.map(sealingKey);
  const seal: Secrets['seal'] = (plaintext, context) => {
    const nonce = ids.randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, present, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
  };
  /** The secret; null when it is sealed under another key. */
  const openedBy = (key: Buffer, sealed: string, context: string): string | null => {
    try {
      return openedUnder(key, sealed, context);
    } catch {
      return null;
    }
  };
  const openedByPrevious = (sealed: string, context: string): string => {
    for (const key of previous) {
      const opened = openedBy(key, sealed, context);
      if (opened !== null) return opened;
    }
    throw new SealBroken();
  };
  return {
    seal,
    open: (sealed, context) => openedBy(present, sealed, context) ?? openedByPrevious(sealed, context),
    renew: (sealed, context) =>
      openedBy(present, sealed, context) === null ? seal(openedByPrevious(sealed, context), context) : null,
  };
}

function sealingKey(masterKey: Uint8Array): Buffer {
  if (masterKey.length !== KEY_BYTES) throw new Error(`the master key must have ${KEY_BYTES} bytes`);
  return Buffer.from(hkdfSync('sha256', masterKey, '', 'postledger secrets at rest', KEY_BYTES));
}

/** Throws when it does not open. */
function openedUnder(key: Buffer, sealed: string, context: string): string {
  const [version, text, ...rest] = sealed.split('.');
  const bytes = Buffer.from(text ?? '', 'base64url');
  // Base64 decoding is lenient: only the canonical text counts, so that no altered text opens.
  if (version !== VERSION || rest.length > 0 || bytes.toString('base64url') !== text)
    throw new Error('no seal');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
