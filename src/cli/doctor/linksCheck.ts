import type { Settings } from '../../config.ts';
import { recipientsUrl } from '../../main/options.ts';
import { type Check, fine, wrong } from './check.ts';

/** Where the links in mail lead: RFC 8058 has mail programs unsubscribe at addresses of https alone. */
export function linksCheck(settings: Settings): Check {
  return {
    name: 'links in mail',
    run: async () => {
      const url = recipientsUrl(settings);
      if (url.startsWith('https://')) return fine(`lead to ${url}`);
      const says = `lead to ${url}: mail programs unsubscribe by one click only at an address of https`;
      const isLive = settings.SMTP_URL !== undefined || settings.POSTLEDGER_MAIL === 'mx';
      return !isLive
        ? fine(says)
        : wrong(says, 'Set POSTLEDGER_TRACKING_URL to the address that recipients reach the service at.');
    },
  };
}
