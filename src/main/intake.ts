import { smtpIntake } from '../adapters/intake/smtpIntake.ts';
import type { Settings } from '../config.ts';
import type { MailIntake } from '../ports/mailIntake.ts';
import type { LedgerPorts } from '../ports/ports.ts';
import { listIn } from '../settings/forms.ts';
import { certificateAt, certificatePaths } from './certificate.ts';
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
  const prefix = 'POSTLEDGER_BOUNCE_TLS';
  const certificate = certificateAt(certificatePaths(settings, prefix), prefix);
  return smtpIntake({ host, port, name, relays, certificate, clock, log });
}

const LOOPBACK = ['127.0.0.1', '::1'];
