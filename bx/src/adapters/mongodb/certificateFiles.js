// src/adapters/mongodb/certificateFiles.ts
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
function certificateFiles(options, log) {
  let last = null;
  let isStuck = false;
  const read = () => {
    try {
      last = createSecureContext(withFiles(options()));
      isStuck = false;
    } catch (error) {
      if (last === null) throw error;
      if (!isStuck)
        log.warn({ err: error }, "the certificate files of MongoDB cannot be read, the last ones are used");
      isStuck = true;
    }
    return last;
  };
  return {
    get context() {
      return read().context;
    }
  };
}
function withFiles(options) {
  const { tlsCAFile, tlsCRLFile, tlsCertificateKeyFile } = options;
  const client = tlsCertificateKeyFile === void 0 ? null : readFileSync(tlsCertificateKeyFile);
  return {
    ...options,
    ...tlsCAFile !== void 0 && { ca: readFileSync(tlsCAFile) },
    ...tlsCRLFile !== void 0 && { crl: readFileSync(tlsCRLFile) },
    ...client !== null && { cert: client, key: client }
  };
}
export {
  certificateFiles
};
//# sourceMappingURL=certificateFiles.js.map
