// src/adapters/mime/dkimSigner.ts
import { createHash, createPrivateKey, sign } from "node:crypto";
import { LRUCache } from "lru-cache";
import { fieldsIn, relaxedBodyHash, relaxedField } from "./canonical.js";
import { packed } from "./packed.js";
var OVERSIGNED = [
  "from",
  "sender",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "to",
  "cc",
  "in-reply-to",
  "references",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
  "list-id",
  "list-unsubscribe",
  "list-unsubscribe-post"
];
var LINE_CHARS = 70;
var MAX_CACHED_KEYS = 1e3;
function dkimSigner() {
  const cache = new LRUCache({
    max: MAX_CACHED_KEYS,
    memoMethod: (pem) => createPrivateKey(pem)
  });
  return {
    sign(raw, keys, nowMs) {
      if (keys.length === 0) return raw;
      const { fields, bodyAt } = fieldsIn(raw);
      const names = signedNames(fields);
      const bodyHash = relaxedBodyHash(raw.subarray(bodyAt));
      const signed = signedFields(fields, names);
      const atSeconds = Math.floor(nowMs / 1e3);
      const signatures = keys.map((key) => {
        const tags = tagsOf(key, names, bodyHash, atSeconds);
        const own = relaxedField({ name: "DKIM-Signature", value: tags });
        const signature = signatureOf(key.algorithm, cache.memo(key.privateKey), `${signed}${own}`);
        return `DKIM-Signature:${tags}${inLines(signature)}\r
`;
      });
      return Buffer.concat([Buffer.from(signatures.join(""), "latin1"), raw]);
    }
  };
}
function signedNames(fields) {
  const present = fields.map(({ name }) => name.trim().toLowerCase());
  return OVERSIGNED.flatMap((name) => [...present.filter((one) => one === name), name]);
}
function signedFields(fields, names) {
  const left = [...fields];
  return names.map((name) => {
    const at = left.findLastIndex((field2) => field2.name.trim().toLowerCase() === name);
    const [field] = at < 0 ? [] : left.splice(at, 1);
    return field === void 0 ? "" : `${relaxedField(field)}\r
`;
  }).join("");
}
function tagsOf({ algorithm, domain, selector }, names, bodyHash, atSeconds) {
  const tokens = names.map((name, at) => at === names.length - 1 ? `${name};` : `${name}:`);
  return [
    ` v=1; a=${algorithm}; c=relaxed/relaxed;`,
    ` d=${domain};`,
    ` s=${selector}; t=${atSeconds};`,
    ...packed(tokens, LINE_CHARS, "h=").map((line) => ` ${line}`),
    ` bh=${bodyHash};`,
    " b="
  ].join("\r\n");
}
function signatureOf(algorithm, key, signed) {
  if (algorithm === "rsa-sha256")
    return sign("sha256", Buffer.from(signed, "latin1"), key).toString("base64");
  return sign(null, createHash("sha256").update(signed, "latin1").digest(), key).toString("base64");
}
function inLines(base64) {
  const lines = base64.match(new RegExp(`.{1,${LINE_CHARS}}`, "g")) ?? [];
  return lines.join("\r\n ");
}
export {
  dkimSigner
};
//# sourceMappingURL=dkimSigner.js.map
