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
  constructor(options?: { cause?: unknown }) {
    super(
      'a sealed secret does not open: made under another master key, for another use, or altered',
      options,
    );
  }
}

/**
 * AES-256-GCM under a key derived from the master key (HKDF-SHA-256, RFC 5869), with the context as additional
 * authenticated data. A seal is `v1.` and base64url of nonce, ciphertext and tag.
 * @param masterKey 32 bytes
 */
export function sealedSecrets(masterKey: Uint8Array, ids: Pick<Ids, 'randomBytes'>): Secrets {
  if (masterKey.length !== KEY_BYTES) throw new Error(`the master key must have ${KEY_BYTES} bytes`);
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'postledger secrets at rest', KEY_BYTES));
  return {
    seal(plaintext, context) {
      const nonce = ids.randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, context) {
      try {
        const [version, text, ...rest] = sealed.split('.');
        const bytes = Buffer.from(text ?? '', 'base64url');
        // Base64 decoding is lenient: only the canonical text counts, so that no altered text opens.
        if (version !== VERSION || rest.length > 0 || bytes.toString('base64url') !== text)
          throw new Error('no seal');
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(context));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SealBroken({ cause });
      }
    },
  };
}
