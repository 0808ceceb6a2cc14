import { addressGuard } from '../../../src/dispatcher/addressGuard.ts';
import type { OutsidePart, OutsideParts } from './outside.ts';

const TAKES_MS = [1, 40] as const;

/** Name servers, and the guard of addresses as it is. Every name has the same public address while they answer. */
export function names({
  agenda,
  away,
  chance,
}: OutsideParts): OutsidePart<'resolver' | 'addressAllowed' | 'fetcher'> {
  const own = chance('names');
  const addressAllowed = addressGuard([]);
  return {
    portsFor: (life) => ({
      addressAllowed,
      resolver: {
        resolve: (hostname) =>
          new Promise((resolve, reject) => {
            life.at(agenda.nowMs() + own.between(...TAKES_MS), () => {
              if (away.is('names away', hostname)) reject(new Error('ENOTFOUND'));
              else resolve(['93.184.216.34']);
            });
          }),
      },
      // Certificates of mail services: nothing in this world asks for one yet.
      fetcher: { get: () => Promise.reject(new Error('nobody answers')) },
    }),
  };
}
