import { join } from 'node:path';
import { httpPoster } from '../adapters/http/poster.ts';
import { dnsResolver } from '../adapters/http/resolver.ts';
import { liquidRenderer } from '../adapters/liquid/renderer.ts';
import { mimeComposer } from '../adapters/mime/composer.ts';
import { fileCarrier } from '../adapters/outbox/fileCarrier.ts';
import { fileMailer } from '../adapters/outbox/fileMailer.ts';
import { relayMailer } from '../adapters/smtp/relayMailer.ts';
import type { Settings } from '../config.ts';
import { addressGuard, parseNetworks } from '../dispatcher/addressGuard.ts';
import type { Carrier } from '../ports/carrier.ts';
import type { Composer } from '../ports/composer.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Poster } from '../ports/poster.ts';
import type { Renderer } from '../ports/renderer.ts';
import type { Resolver } from '../ports/resolver.ts';
import type { Ports } from './ports.ts';

/** What the service speaks to outside itself. */
export interface Outside {
  readonly mailer: Mailer;
  readonly carrier: Carrier;
  readonly poster: Poster;
  readonly resolver: Resolver;
  readonly renderer: Renderer;
  readonly composer: Composer;
  readonly addressAllowed: (address: string) => boolean;
  close(): Promise<void>;
}

/** Opens what the settings name; parts that are given are used as they are. */
export async function openOutside(
  settings: Settings,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  given: Partial<Outside>,
): Promise<Outside> {
  const networks = parseNetworks(settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS);
  if (networks.length > 0) {
    log.warn(
      { networks: settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS },
      'WEBHOOKS MAY GO TO PRIVATE NETWORKS: whoever may register an endpoint can reach these addresses',
    );
  }
  const data = settings.POSTLEDGER_DATA;
  const addressAllowed = given.addressAllowed ?? addressGuard(networks);
  const resolver = given.resolver ?? dnsResolver();
  const mailer =
    given.mailer ??
    (settings.SMTP_URL === undefined
      ? fileMailer(join(data, 'outbox'))
      : relayMailer({ url: settings.SMTP_URL }));
  const carrier = given.carrier ?? fileCarrier(data, { clock, log });
  const poster = given.poster ?? httpPoster({ resolver, addressAllowed });
  const renderer = given.renderer ?? liquidRenderer();
  return {
    mailer,
    carrier,
    poster,
    resolver,
    renderer,
    composer: given.composer ?? mimeComposer(),
    addressAllowed,
    async close() {
      await Promise.all([mailer.close(), carrier.close(), poster.close(), renderer.close()]);
    },
  };
}
