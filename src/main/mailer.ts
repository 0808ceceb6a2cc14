import { join } from 'node:path';
import { fileMailer } from '../adapters/outbox/fileMailer.ts';
import { RelayAddressInvalid } from '../adapters/smtp/relayAddress.ts';
import { relayMailer } from '../adapters/smtp/relayMailer.ts';
import { type Settings, SettingsInvalid } from '../config.ts';
import type { Mailer, RouteName } from '../ports/mailer.ts';

/** How mail leaves, as the settings have it. */
export function mailRouteOf({ POSTLEDGER_MAIL, SMTP_URL }: Settings): RouteName {
  return POSTLEDGER_MAIL ?? (SMTP_URL === undefined ? 'outbox' : 'relay');
}

/** @throws SettingsInvalid when the relay's address is missing or wrong */
export function openMailer(settings: Settings): Mailer {
  const { SMTP_URL: url, POSTLEDGER_EHLO_NAME: name } = settings;
  switch (mailRouteOf(settings)) {
    case 'outbox':
      return fileMailer(join(settings.POSTLEDGER_DATA, 'outbox'));
    case 'mx':
      throw new SettingsInvalid('POSTLEDGER_MAIL=mx is not there yet.');
    case 'relay':
      if (url === undefined)
        throw new SettingsInvalid('POSTLEDGER_MAIL is relay, so SMTP_URL must name one; it is not set.');
      return aboutSettings(() => relayMailer({ url, ...(name !== undefined && { name }) }));
  }
}

function aboutSettings(open: () => Mailer): Mailer {
  try {
    return open();
  } catch (error) {
    throw error instanceof RelayAddressInvalid ? new SettingsInvalid(error.message) : error;
  }
}
