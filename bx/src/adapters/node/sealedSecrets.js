// src/adapters/node/sealedSecrets.ts
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
var CIPHER = "aes-256-gcm";
var KEY_BYTES = 32;
var NONCE_BYTES = 12;
var TAG_BYTES = 16;
var VERSION = "v1";
var SealBroken = class extends Error {
  name = "SealBroken";
  constructor() {
    super("a sealed secret does not open: made under another master key, for another use, or altered");
  }
};
function sealedSecrets(masterKey, ids, previousKeys = []) {
  const present = sealingKey(masterKey);
  const previous = previousKeys.map(sealingKey);
  const seal = (plaintext, context) => {
    const nonce = ids.randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, present, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
    return `${VERSION}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url")}`;
  };
  const openedBy = (key, sealed, context) => {
    try {
      return openedUnder(key, sealed, context);
    } catch {
      return null;
    }
  };
  const openedByPrevious = (sealed, context) => {
    for (const key of previous) {
      const opened = openedBy(key, sealed, context);
      if (opened !== null) return opened;
    }
    throw new SealBroken();
  };
  return {
    seal,
    open: (sealed, context) => openedBy(present, sealed, context) ?? openedByPrevious(sealed, context),
    renew: (sealed, context) => openedBy(present, sealed, context) === null ? seal(openedByPrevious(sealed, context), context) : null
  };
}
function sealingKey(masterKey) {
  if (masterKey.length !== KEY_BYTES) throw new Error(`the master key must have ${KEY_BYTES} bytes`);
  return Buffer.from(hkdfSync("sha256", masterKey, "", "postledger secrets at rest", KEY_BYTES));
}
function openedUnder(key, sealed, context) {
  const [version, text, ...rest] = sealed.split(".");
  const bytes = Buffer.from(text ?? "", "base64url");
  if (version !== VERSION || rest.length > 0 || bytes.toString("base64url") !== text)
    throw new Error("no seal");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
export {
  SealBroken,
  sealedSecrets
};
//# sourceMappingURL=sealedSecrets.js.map
