import type { Position } from '../../events/event.ts';
import { type SuppressionEvent, smsOptOutIdOf, suppression } from '../../events/suppression.ts';
import type { SecretNames } from '../../events/uuid5.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import { type Decider, decideOn } from '../kernel/decider.ts';
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

/** Whether a recipient opted out of messages from a sender. Repeating it changes nothing. */
const smsOptOutDecider: Decider<'in' | 'out', SmsOptOutCommand, OptOutEvent> = {
  initial: 'in',
  evolve: (_, { type }) => (type === 'SmsOptedOut' ? 'out' : 'in'),
  decide({ do: what, sender, number, keyword }, state) {
    if (state === (what === 'opt-out' ? 'out' : 'in')) return [];
    const data = { sender, number, keyword };
    return [what === 'opt-out' ? { type: 'SmsOptedOut', data } : { type: 'SmsOptedIn', data }];
  },
};

/**
 * Resolves with the position of the event; null when nothing changed.
 * @param saidAt position of the message that says so, where it may be brought again: what was decided after it counts
 */
export async function decideSmsOptOut(
  ledger: Ledger,
  origin: Origin,
  command: SmsOptOutCommand,
  saidAt: Position | null = null,
): Promise<Position | null> {
  const stream = optOutStream(ledger.ids, origin.workspace, command);
  const isOlder = (last: Position | undefined) => saidAt !== null && last !== undefined && saidAt < last;
  const { position } = await decideOn(ledger, origin, stream, smsOptOutDecider, ({ state, last }) =>
    isOlder(last?.position) ? [] : smsOptOutDecider.decide(command, state),
  );
  return position;
}

/** Whether a recipient has opted out, by the log: what was said a moment ago counts. */
export async function hasOptedOut(
  { store, ids }: Pick<Ledger, 'store' | 'ids'>,
  workspace: string,
  parties: Pick<SmsOptOutCommand, 'sender' | 'number'>,
): Promise<boolean> {
  return (await foldedStream(store, optOutStream(ids, workspace, parties), smsOptOutDecider)).state === 'out';
}

function optOutStream(
  names: SecretNames,
  workspace: string,
  { sender, number }: Pick<SmsOptOutCommand, 'sender' | 'number'>,
): string {
  return suppression.stream(smsOptOutIdOf(names, workspace, sender, number));
}

/** The words to opt out: those of carriers and of the CTIA's handbook, and some in other languages. */
const OUT_WORDS =
  'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT STOPP ABMELDEN ARRET DESABONNER BAJA ALTO';
const OUT = new Set(OUT_WORDS.split(' '));
const IN = new Set('START UNSTOP'.split(' '));

/** The meaning of a text that is only one of the words, in any letter case, with accents or without; null for every other text. */
export function optOutKeyword(
  text: string,
): { readonly do: 'opt-out' | 'opt-in'; readonly keyword: string } | null {
  const keyword = text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\p{L}]/gu, '');
  // A sentence that contains one of the words is not a command. Only the word itself is, with spaces and punctuation.
  if (OUT.has(keyword)) return { do: 'opt-out', keyword };
  return IN.has(keyword) ? { do: 'opt-in', keyword } : null;
}
