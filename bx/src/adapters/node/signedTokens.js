// src/adapters/node/signedTokens.ts
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
var KEY_BYTES = 32;
var SIGNATURE_BYTES = 16;
function signedTokens(masterKey, previousKeys = []) {
  const present = tokensUnder(masterKey);
  const all = [present, ...previousKeys.map(tokensUnder)];
  return {
    sign: present.sign,
    open(use, token) {
      for (const one of all) {
        const payload = one.open(use, token);
        if (payload !== null) return payload;
      }
      return null;
    }
  };
}
function tokensUnder(masterKey) {
  if (masterKey.length !== KEY_BYTES) throw new Error(`the master key must have ${KEY_BYTES} bytes`);
  const keyId = createHash("sha256").update("postledger token key").update(masterKey).digest().subarray(0, 1);
  const keys = /* @__PURE__ */ new Map();
  const keyOf = (use) => {
    const known = keys.get(use);
    if (known !== void 0) return known;
    const key = Buffer.from(hkdfSync("sha256", masterKey, "", `postledger token: ${use}`, KEY_BYTES));
    keys.set(use, key);
    return key;
  };
  const signatureOf = (use, payload) => createHmac("sha256", keyOf(use)).update(keyId).update(payload).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign: (use, payload) => Buffer.concat([keyId, payload, signatureOf(use, payload)]),
    open(use, token) {
      if (token.length < keyId.length + SIGNATURE_BYTES || token[0] !== keyId[0]) return null;
      const payload = token.subarray(keyId.length, -SIGNATURE_BYTES);
      return timingSafeEqual(token.subarray(-SIGNATURE_BYTES), signatureOf(use, payload)) ? payload : null;
    }
  };
}
export {
  signedTokens
};
//# sourceMappingURL=signedTokens.js.map
