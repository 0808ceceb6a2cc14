import type { CertificatePaths } from '../adapters/intake/certificateFiles.ts';
import { smtpIntake } from '../adapters/intake/smtpIntake.ts';
import { type Settings, SettingsInvalid } from '../config.ts';
import type { MailIntake } from '../ports/mailIntake.ts';
import type { LedgerPorts } from '../ports/ports.ts';
import { listIn } from '../settings/forms.ts';
import { certificateAt } from './certificate.ts';
import { rolesOf } from './options.ts';

/**
 * The intake of bounces by SMTP; null where this process has none.
 * @throws SettingsInvalid when the certificate cannot be used
 */
export function openMailIntake(
  settings: Settings,
  { clock, log }: Pick<LedgerPorts, 'clock' | 'log'>,
): MailIntake | null {
  const { POSTLEDGER_BOUNCE_PORT: port, POSTLEDGER_BOUNCE_HOST: host } = settings;
  if (port === undefined || !rolesOf(settings).background.has('sender')) return null;
  const name = settings.POSTLEDGER_BOUNCE_DOMAIN ?? 'localhost';
  const relays = [...LOOPBACK, ...listIn(settings.POSTLEDGER_BOUNCE_RELAYS)];
  const paths = certificatePaths(settings);
  const certificate = paths === null ? null : certificateAt(paths, 'POSTLEDGER_BOUNCE_TLS');
  return smtpIntake({ host, port, name, relays, certificate, clock, log });
}

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * The paths of the bounce intake's certificate; null where it has none.
 * @throws SettingsInvalid when only one of the two files is named
 */
export function certificatePaths({
  POSTLEDGER_BOUNCE_TLS_CERT: cert,
  POSTLEDGER_BOUNCE_TLS_KEY: key,
}: Settings): CertificatePaths | null {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined)
    throw new SettingsInvalid(
      'POSTLEDGER_BOUNCE_TLS_CERT and POSTLEDGER_BOUNCE_TLS_KEY must be set both, or neither.',
    );
  return { cert, key };
}
