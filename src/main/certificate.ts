import {
  type CertificateFiles,
  CertificateInvalid,
  type CertificatePaths,
  certificateFiles,
} from '../adapters/intake/certificateFiles.ts';
import { SettingsInvalid } from '../config.ts';

/**
 * A certificate that settings name.
 * @param prefix of the names of both settings
 * @throws SettingsInvalid when it cannot be used
 */
export function certificateAt(paths: CertificatePaths, prefix: string): CertificateFiles {
  try {
    return certificateFiles(paths);
  } catch (error) {
    if (!(error instanceof CertificateInvalid)) throw error;
    throw new SettingsInvalid(`${prefix}_CERT and ${prefix}_KEY are not valid: ${error.message}.`);
  }
}
