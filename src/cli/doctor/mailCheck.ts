import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { randomIds } from '../../adapters/node/randomIds.ts';
import { systemClock } from '../../adapters/node/systemClock.ts';
import type { Settings } from '../../config.ts';
import { mailRouteOf, openMailer } from '../../main/mailer.ts';
import type { RouteTrouble } from '../../ports/mailer.ts';
import { type Check, fine, wrong } from './check.ts';

/** What to do about each trouble with a route. */
export const MENDS: Readonly<Record<RouteTrouble, string>> = {
  connection: 'See whether the relay runs, and whether SMTP_URL names its host and port.',
  tls: "See whether the relay offers STARTTLS with a certificate for its host's name; tls=opportunistic works without it.",
  authentication:
    'See whether SMTP_URL has the right user and password, and whether the relay offers a log-in here.',
  refused: "See in the relay's own log why it refuses this machine.",
  protocol: 'See whether an SMTP server listens at SMTP_URL, and not something else.',
  storage:
    'See whether the disk of the relay has room, or, without a relay, whether POSTLEDGER_DATA can be written.',
};

/** Connects to the server that mail is handed to, as far as possible without sending any: connection, TLS, log-in. */
export function mailCheck(settings: Settings): Check {
  return {
    name: 'mail',
    run: async () => {
      // Trying it would make its folder, and the data folder is checked anyway.
      if (mailRouteOf(settings) === 'outbox' && !existsSync(join(settings.POSTLEDGER_DATA, 'outbox')))
        return fine(routeText(settings));
      const mailer = openMailer(settings, { clock: systemClock, ids: randomIds() });
      try {
        const fault = await mailer.probe();
        if (fault !== null)
          return wrong(`no mail can leave: ${fault.trouble}: ${fault.diagnostic}`, MENDS[fault.trouble]);
        return fine(routeText(settings));
      } finally {
        await mailer.close();
      }
    },
  };
}

function routeText(settings: Settings): string {
  const route = mailRouteOf(settings);
  if (route === 'outbox') return `written to ${settings.POSTLEDGER_DATA} as files; set SMTP_URL to send it`;
  if (route === 'mx') return 'handed to the servers of the recipients';
  const login = settings.SMTP_URL?.includes('@') ? ', and the log-in is right' : '';
  return `the relay of SMTP_URL answers${login}`;
}
