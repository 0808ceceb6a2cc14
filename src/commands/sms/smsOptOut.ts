import type { Position } from '../../events/event.ts';
import { type SuppressionEvent, smsOptOutIdOf, suppression } from '../../events/suppression.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';

type OptOutEvent = Extract<SuppressionEvent, { type: 'SmsOptedOut' | 'SmsOptedIn' }>;

export interface SmsOptOutCommand {
  readonly do: 'opt-out' | 'opt-in';
  /** The workspace's number. */
  readonly sender: string;
  /** The recipient's. */
  readonly number: string;
  readonly keyword: string | null;
}

/** Whether a recipient wants nothing more from a sender; saying it again changes nothing. */
const smsOptOutDecider: Decider<'in' | 'out', SmsOptOutCommand, OptOutEvent> = {
  initial: 'in',
  evolve: (_, { type }) => (type === 'SmsOptedOut' ? 'out' : 'in'),
  decide({ do: what, sender, number, keyword }, state) {
    if (state === (what === 'opt-out' ? 'out' : 'in')) return [];
    const data = { sender, number, keyword };
    return [what === 'opt-out' ? { type: 'SmsOptedOut', data } : { type: 'SmsOptedIn', data }];
  },
};

/** Resolves with the position of the event; null when it was so already. */
export async function decideSmsOptOut(
  ledger: Ledger,
  origin: Origin,
  command: SmsOptOutCommand,
): Promise<Position | null> {
  const stream = suppression.stream(smsOptOutIdOf(origin.workspace, command.sender, command.number));
  return (await handle(ledger, origin, stream, smsOptOutDecider, command)).position;
}

/** The words by which a recipient opts out, as carriers and the CTIA's handbook have them, and some other languages'. */
const OUT = new Set(
  'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT STOPP ABMELDEN ARRET ARRÊT DESABONNER BAJA ALTO'.split(
    ' ',
  ),
);
const IN = new Set('START UNSTOP'.split(' '));

/** What a text says when it is nothing but one of the words, in any letter case; null for every other text. */
export function optOutKeyword(
  text: string,
): { readonly do: 'opt-out' | 'opt-in'; readonly keyword: string } | null {
  const keyword = text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}]/gu, '');
  // A sentence in which one of the words occurs is no command: nothing but the word, with its blanks and full stops.
  if (OUT.has(keyword)) return { do: 'opt-out', keyword };
  return IN.has(keyword) ? { do: 'opt-in', keyword } : null;
}
