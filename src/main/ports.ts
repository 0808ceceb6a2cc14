import { join } from 'node:path';
import { httpFetcher } from '../adapters/http/fetcher.ts';
import { httpPoster } from '../adapters/http/poster.ts';
import { dnsResolver } from '../adapters/http/resolver.ts';
import { threadMailReader } from '../adapters/intake/mailReader.ts';
import { smtpIntake } from '../adapters/intake/smtpIntake.ts';
import { liquidRenderer } from '../adapters/liquid/renderer.ts';
import { mimeComposer } from '../adapters/mime/composer.ts';
import { fileCarrier } from '../adapters/outbox/fileCarrier.ts';
import { fileMailer } from '../adapters/outbox/fileMailer.ts';
import { unmatchedFiles } from '../adapters/outbox/unmatchedFiles.ts';
import { relayMailer } from '../adapters/smtp/relayMailer.ts';
import type { Settings } from '../config.ts';
import { addressGuard, parseNetworks } from '../dispatcher/addressGuard.ts';
import type { MailIntake } from '../ports/mailIntake.ts';
import type { LedgerPorts, Ports } from '../ports/ports.ts';
import { openLedgerPorts } from './ledgerPorts.ts';
import { unmatchedFolder } from './options.ts';

/** Opens the adapters that the settings name. */
export async function openPorts(
  settings: Settings,
  logLevel = settings.POSTLEDGER_LOG_LEVEL,
): Promise<Ports> {
  const ledger = await openLedgerPorts(settings, logLevel);
  try {
    return { ...ledger, ...outwardPorts(settings, ledger) };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** Those over which the service speaks to others, and the end of all. */
function outwardPorts(
  settings: Settings,
  { clock, log, close }: LedgerPorts,
): Omit<Ports, Exclude<keyof LedgerPorts, 'close'>> {
  const networks = parseNetworks(settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS);
  if (networks.length > 0) {
    log.warn(
      { networks: settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS },
      'WEBHOOKS MAY GO TO PRIVATE NETWORKS: anyone who may register an endpoint can reach these addresses',
    );
  }
  const data = settings.POSTLEDGER_DATA;
  const addressAllowed = addressGuard(networks);
  const resolver = dnsResolver();
  const mailer =
    settings.SMTP_URL === undefined
      ? fileMailer(join(data, 'outbox'))
      : relayMailer({ url: settings.SMTP_URL });
  const carrier = fileCarrier(data, { clock, log });
  const poster = httpPoster({ resolver, addressAllowed });
  const renderer = liquidRenderer();
  const mailReader = threadMailReader({ clock, log });
  return {
    mailer,
    carrier,
    poster,
    resolver,
    fetcher: httpFetcher(),
    renderer,
    composer: mimeComposer(),
    mailIntake: mailIntake(settings, log),
    mailReader,
    unmatched: unmatchedFiles(unmatchedFolder(settings)),
    addressAllowed,
    async close() {
      await Promise.all([
        mailer.close(),
        carrier.close(),
        poster.close(),
        renderer.close(),
        mailReader.close(),
      ]);
      await close();
    },
  };
}

function mailIntake(settings: Settings, log: LedgerPorts['log']): MailIntake | null {
  const { POSTLEDGER_BOUNCE_PORT: port, POSTLEDGER_BOUNCE_HOST: host } = settings;
  if (port === undefined) return null;
  return smtpIntake({ host, port, name: settings.POSTLEDGER_BOUNCE_DOMAIN ?? 'localhost', log });
}
