// src/audit/treeHead.ts
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
var PRIVATE_KEY_BEFORE = Buffer.from("302e020100300506032b657004220420", "hex");
var PUBLIC_KEY_BEFORE = Buffer.from("302a300506032b6570032100", "hex");
var KEY_BYTES = 32;
function newSealKey(ids) {
  const privateKey = ids.randomBytes(KEY_BYTES);
  const spki = createPublicKey(privateOf(privateKey)).export({ type: "spki", format: "der" });
  const publicKey = spki.subarray(-KEY_BYTES).toString("base64");
  return { publicKey, privateKey: privateKey.toString("base64") };
}
var headText = ({ ledgerId, size, root }) => `postledger tree head 1
${ledgerId}
${size}
${root}
`;
var replacementText = (ledgerId, publicKey) => `postledger seal key 1
${ledgerId}
${publicKey}
`;
function signatureOf(text, { privateKey }) {
  return sign(null, Buffer.from(text), privateOf(Buffer.from(privateKey, "base64"))).toString("base64");
}
function isSignedBy(text, signature, publicKey) {
  const bytes = Buffer.from(publicKey, "base64");
  if (bytes.length !== KEY_BYTES) return false;
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_KEY_BEFORE, bytes]),
    format: "der",
    type: "spki"
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
}
function privateOf(seed) {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_BEFORE, seed]), format: "der", type: "pkcs8" });
}
export {
  headText,
  isSignedBy,
  newSealKey,
  replacementText,
  signatureOf
};
//# sourceMappingURL=treeHead.js.map
