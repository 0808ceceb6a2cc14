// src/adapters/intake/certificateFiles.ts
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
var CertificateInvalid = class extends Error {
  name = "CertificateInvalid";
};
function certificateFiles(paths) {
  let current = pairAt(paths);
  return {
    current: () => current,
    renewed() {
      const found = pairAt(paths);
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return null;
      current = found;
      return found;
    }
  };
}
function certificateEndMs(paths) {
  return Date.parse(new X509Certificate(pairAt(paths).cert).validTo);
}
function pairAt({ cert, key }) {
  const pair = { cert: bytesAt(cert), key: bytesAt(key) };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new CertificateInvalid(`${cert} and ${key} are no certificate with its key`, { cause: error });
  }
  return pair;
}
function bytesAt(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CertificateInvalid(`${path} cannot be read (${error.code})`);
  }
}
export {
  CertificateInvalid,
  certificateEndMs,
  certificateFiles
};
//# sourceMappingURL=certificateFiles.js.map
