import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileMailer } from '../adapters/outbox/fileMailer.ts';
import { mxMailer } from '../adapters/smtp/mxMailer.ts';
import { relayMailer } from '../adapters/smtp/relayMailer.ts';
import { type Settings, SettingsInvalid } from '../config.ts';
import { isPublicAddress } from '../dispatcher/addressGuard.ts';
import type { Mailer, RouteName } from '../ports/mailer.ts';
import type { Ports } from '../ports/ports.ts';

/** How mail leaves, by the settings. */
export function mailRouteOf({ POSTLEDGER_MAIL, SMTP_URL }: Settings): RouteName {
  return POSTLEDGER_MAIL ?? (SMTP_URL === undefined ? 'outbox' : 'relay');
}

/** @throws SettingsInvalid when the relay's address is missing, RelayAddressInvalid when it is wrong */
export function openMailer(settings: Settings, { clock, ids }: Pick<Ports, 'clock' | 'ids'>): Mailer {
  const { SMTP_URL: url, POSTLEDGER_EHLO_NAME: name } = settings;
  switch (mailRouteOf(settings)) {
    case 'outbox':
      return fileMailer(join(settings.POSTLEDGER_DATA, 'outbox'));
    case 'mx':
      return mxMailer({
        ...{ clock, ids, name },
        addressAllowed: (address) => isPublicAddress(address) && !ownAddresses().has(address),
        siteConnections: settings.POSTLEDGER_SITE_CONNECTIONS,
      });
    case 'relay':
      if (url === undefined)
        throw new SettingsInvalid('POSTLEDGER_MAIL is relay, so SMTP_URL must name one; it is not set.');
      return relayMailer({ url, name });
  }
}

/** Mail to this machine itself would go in a circle. */
function ownAddresses(): ReadonlySet<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)));
}
