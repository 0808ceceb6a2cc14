import { positionsOf } from '../audit/sealSearch.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { dayOf } from '../events/fieldPatterns.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { instant } from '../ports/clock.ts';
import { logPages } from '../rebuild/logPages.ts';
import { inBackground, type Work } from './background.ts';

/** What a key has sent on a UTC day. */
export interface KeySends {
  readonly day: string;
  readonly mails: number;
  readonly recipients: number;
  readonly texts: number;
  readonly lastAt: string | null;
}

type Accepted = Extract<RecordedEmailEvent | RecordedSmsEvent, { type: 'EmailAccepted' | 'SmsAccepted' }>;

const PAGE = 1_000;

/** Counts what keys have sent today by the log, which alone knows by which key each message came. */
export function keySends({ store, clock }: Pick<Ledger, 'store' | 'clock'>) {
  const count = inBackground<KeySends | null, KeySends>(clock, null);
  return (keyId: string): Work<KeySends | null, KeySends> => {
    const day = dayOf(instant(clock.nowMs()));
    return count(`${keyId}/${day}`, async (onProgress) => {
      let sends: KeySends = { day, mails: 0, recipients: 0, texts: 0, lastAt: null };
      const { after } = await positionsOf(store, { since: `${day}T00:00:00.000Z`, until: null });
      const types = ['EmailAccepted', 'SmsAccepted'];
      for await (const page of logPages(store, { after, limit: PAGE, types, withoutParts: true })) {
        for (const event of page.events as readonly unknown[] as readonly Accepted[])
          if (event.metadata.actor === `key:${keyId}` && dayOf(event.metadata.at) === day)
            sends = withMessage(sends, event);
        onProgress(sends);
      }
      return sends;
    });
  };
}

function withMessage(sends: KeySends, { type, data, metadata }: Accepted): KeySends {
  const lastAt = metadata.at;
  if (type === 'SmsAccepted') return { ...sends, texts: sends.texts + 1, lastAt };
  const recipients = sends.recipients + data.recipients.length;
  return { ...sends, mails: sends.mails + 1, recipients, lastAt };
}
