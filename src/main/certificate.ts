import {
  type CertificateFiles,
  CertificateInvalid,
  type CertificatePaths,
  certificateFiles,
} from '../adapters/intake/certificateFiles.ts';
import { type Settings, SettingsInvalid } from '../config.ts';

/**
 * The paths of a certificate; null where none is named.
 * @param prefix of the names of both settings
 * @throws SettingsInvalid when only one of the two files is named
 */
export function certificatePaths(
  settings: Settings,
  prefix: 'POSTLEDGER_BOUNCE_TLS' | 'POSTLEDGER_SUBMISSION_TLS',
): CertificatePaths | null {
  const { [`${prefix}_CERT` as const]: cert, [`${prefix}_KEY` as const]: key } = settings;
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined)
    throw new SettingsInvalid(`${prefix}_CERT and ${prefix}_KEY must be set both, or neither.`);
  return { cert, key };
}

/**
 * The certificate at these paths; null for none.
 * @param prefix of the names of both settings
 * @throws SettingsInvalid when it cannot be used
 */
export function certificateAt(paths: CertificatePaths | null, prefix: string): CertificateFiles | null {
  try {
    return paths && certificateFiles(paths);
  } catch (error) {
    if (!(error instanceof CertificateInvalid)) throw error;
    throw new SettingsInvalid(`${prefix}_CERT and ${prefix}_KEY are not valid: ${error.message}.`);
  }
}
