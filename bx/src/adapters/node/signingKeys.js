// src/adapters/node/signingKeys.ts
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
var generate = promisify(generateKeyPair);
var RSA_BITS = 2048;
var ED25519_BYTES = 32;
var signingKeys = {
  async generate(algorithm) {
    const { publicKey, privateKey } = algorithm === "rsa-sha256" ? await generate("rsa", { modulusLength: RSA_BITS }) : await generate("ed25519", {});
    const spki = spkiOf(publicKey);
    return {
      publicKey: (algorithm === "rsa-sha256" ? spki : spki.subarray(-ED25519_BYTES)).toString("base64"),
      privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString()
    };
  }
};
var spkiOf = (key) => key.export({ type: "spki", format: "der" });
export {
  signingKeys
};
//# sourceMappingURL=signingKeys.js.map
