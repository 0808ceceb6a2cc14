// src/main/certificate.ts
import {
  CertificateInvalid,
  certificateFiles
} from "../adapters/intake/certificateFiles.js";
import { SettingsInvalid } from "../config.js";
function certificatePaths(settings, prefix) {
  const { [`${prefix}_CERT`]: cert, [`${prefix}_KEY`]: key } = settings;
  if (cert === void 0 && key === void 0) return null;
  if (cert === void 0 || key === void 0)
    throw new SettingsInvalid(`${prefix}_CERT and ${prefix}_KEY must be set both, or neither.`);
  return { cert, key };
}
function certificateAt(paths, prefix) {
  try {
    return certificateFiles(paths);
  } catch (error) {
    if (!(error instanceof CertificateInvalid)) throw error;
    throw new SettingsInvalid(`${prefix}_CERT and ${prefix}_KEY are not valid: ${error.message}.`);
  }
}
export {
  certificateAt,
  certificatePaths
};
//# sourceMappingURL=certificate.js.map
