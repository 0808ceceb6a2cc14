import type { OutsidePart, OutsideParts } from './outside.ts';

const TAKES_MS = [10, 200] as const;

/** A carrier that takes everything and reports nothing. */
export function carrier({ agenda, chance }: OutsideParts): OutsidePart<'carrier'> {
  const own = chance('carrier');
  return {
    portsFor: (life) => ({
      carrier: {
        receivesEverywhere: true,
        closedForMs: () => 0,
        submit: ({ smsId }) =>
          new Promise((resolve) => {
            life.at(agenda.nowMs() + own.between(...TAKES_MS), () =>
              resolve({ outcome: 'sent', carrierId: smsId }),
            );
          }),
        receive: (_, signal) =>
          new Promise((resolve) => {
            if (signal.aborted) resolve();
            else signal.addEventListener('abort', () => resolve(), { once: true });
          }),
        close: async () => {},
      },
    }),
  };
}
