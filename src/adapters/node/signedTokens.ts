import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Tokens, TokenUse } from '../../ports/tokens.ts';

const KEY_BYTES = 32;
/** RFC 2104, section 5: no less than half of the hash. */
const SIGNATURE_BYTES = 16;

/**
 * HMAC-SHA-256 (RFC 2104) with one key for each use, derived from the master key (HKDF-SHA-256, RFC 5869). The first
 * byte names the master key.
 * @param masterKey 32 bytes: the present one, which signs
 * @param previousKeys those whose tokens are still in mailboxes
 */
export function signedTokens(masterKey: Uint8Array, previousKeys: readonly Uint8Array[] = []): Tokens {
  const present = tokensUnder(masterKey);
  const all = [present, ...previousKeys.map(tokensUnder)];
  return {
    sign: present.sign,
    open(use, token) {
      // Two keys may have one name.
      for (const one of all) {
        const payload = one.open(use, token);
        if (payload !== null) return payload;
      }
      return null;
    },
  };
}

function tokensUnder(masterKey: Uint8Array): Tokens {
  if (masterKey.length !== KEY_BYTES) throw new Error(`the master key must have ${KEY_BYTES} bytes`);
  const keyId = createHash('sha256').update('postledger token key').update(masterKey).digest().subarray(0, 1);
  const keys = new Map<TokenUse, Buffer>();
  const keyOf = (use: TokenUse): Buffer => {
    const known = keys.get(use);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync('sha256', masterKey, '', `postledger token: ${use}`, KEY_BYTES));
    keys.set(use, key);
    return key;
  };
  const signatureOf = (use: TokenUse, payload: Uint8Array): Buffer =>
    createHmac('sha256', keyOf(use)).update(keyId).update(payload).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign: (use, payload) => Buffer.concat([keyId, payload, signatureOf(use, payload)]),
    open(use, token) {
      if (token.length < keyId.length + SIGNATURE_BYTES || token[0] !== keyId[0]) return null;
      const payload = token.subarray(keyId.length, -SIGNATURE_BYTES);
      return timingSafeEqual(token.subarray(-SIGNATURE_BYTES), signatureOf(use, payload)) ? payload : null;
    },
  };
}
