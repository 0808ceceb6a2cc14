import { mimeComposer } from '../adapters/mime/composer.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Settings } from '../config.ts';
import type { MailsAgain } from '../ports/mailsAgain.ts';
import type { Ports } from '../ports/ports.ts';
import { mailsAgain } from '../sender/email/mailsAgain.ts';
import { returnPath } from '../sender/email/returnPath.ts';
import { recipientsUrl } from './options.ts';

/** What makes mails again, by the settings that the sender has. */
export function mailsAgainFrom(
  settings: Settings,
  {
    ledger,
    tokens,
    ...ports
  }: Pick<Ports, 'blobs' | 'renderer' | 'tokens'> & { readonly ledger: Pick<Ledger, 'store' | 'clock'> },
): MailsAgain {
  return mailsAgain({
    ...{ ...ports, store: ledger.store, clock: ledger.clock, composer: mimeComposer() },
    linkBase: recipientsUrl(settings),
    returnPath: returnPath(tokens, settings.POSTLEDGER_BOUNCE_DOMAIN),
  });
}
