import { httpFetcher } from '../adapters/http/fetcher.ts';
import { threadMailReader } from '../adapters/intake/mailReader.ts';
import { liquidRenderer } from '../adapters/liquid/renderer.ts';
import { mimeComposer } from '../adapters/mime/composer.ts';
import { dkimSigner } from '../adapters/mime/dkimSigner.ts';
import { fileCarrier } from '../adapters/outbox/fileCarrier.ts';
import { unmatchedFiles } from '../adapters/outbox/unmatchedFiles.ts';
import { smppCarrier } from '../adapters/smpp/smppCarrier.ts';
import type { Settings } from '../config.ts';
import type { LedgerPorts, Ports } from '../ports/ports.ts';
import { openMailIntake } from './intake.ts';
import { type LedgerPortsOptions, openLedgerPorts } from './ledgerPorts.ts';
import { openMailer } from './mailer.ts';
import { unmatchedFolder, unmatchedSmsFolder } from './options.ts';
import { outwardPoster } from './outwardPoster.ts';

/** A caller is asked to try again before a proxy in front of the service gives up. */
const FOR_CALLS = { processes: 2, maxWaitMs: 3_000, killMs: 10_000 };

/** Opens the adapters that the settings name. */
export async function openPorts(
  settings: Settings,
  logLevel = settings.POSTLEDGER_LOG_LEVEL,
  { isNew = false }: Pick<LedgerPortsOptions, 'isNew'> = {},
): Promise<Ports> {
  const ledger = await openLedgerPorts(settings, logLevel, { isService: true, isNew });
  try {
    return { ...ledger, ...outwardPorts(settings, ledger) };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}

/** The ports to the outside, and `close` for all ports. */
function outwardPorts(
  settings: Settings,
  { clock, ids, log, metrics, close }: LedgerPorts,
): Omit<Ports, Exclude<keyof LedgerPorts, 'close'>> {
  const { networks, ...outward } = outwardPoster(settings);
  if (networks.length > 0) {
    log.warn(
      { networks: settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS },
      'WEBHOOKS MAY GO TO PRIVATE NETWORKS: anyone who may register an endpoint can reach these addresses',
    );
  }
  const data = settings.POSTLEDGER_DATA;
  const mailer = openMailer(settings, { clock, ids });
  const carrier =
    settings.SMPP_URL === undefined
      ? fileCarrier(data, { clock, log })
      : smppCarrier(settings.SMPP_URL, {
          ...{ clock, ids, log, metrics },
          unmatched: unmatchedFiles(unmatchedSmsFolder(settings)),
        });
  const renderer = liquidRenderer();
  const callRenderer = liquidRenderer(FOR_CALLS);
  const mailReader = threadMailReader({ clock, log });
  return {
    ...{ ...outward, mailer, carrier, renderer, callRenderer, mailReader },
    fetcher: httpFetcher(),
    composer: mimeComposer(),
    signer: dkimSigner(),
    mailIntake: openMailIntake(settings, { clock, log }),
    unmatched: unmatchedFiles(unmatchedFolder(settings)),
    async close() {
      const used = [mailer, carrier, outward.poster, renderer, callRenderer, mailReader];
      await Promise.all(used.map((each) => each.close()));
      await close();
    },
  };
}
