import type { Ledger } from '../../commands/kernel/ledger.ts';
import type { Recorded } from '../../events/category.ts';
import { type EmailEvent, email, type RecipientEvent, type RecordedAcceptance } from '../../events/email.ts';
import type { RecordedEvent } from '../../events/event.ts';
import { cacheOf, roughBytes } from '../../follow/fold/cacheOf.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type Decided, type SendingStream, sendingStream } from '../claim/sendingStream.ts';
import { advance, type EmailProgress, noProgress } from './emailProgress.ts';

export interface EmailStream extends SendingStream<EmailProgress, EmailEvent> {
  /** The first event of the stream. */
  readonly accepted: RecordedAcceptance;
}
export type DecidedEvent = Decided<RecipientEvent>;

const acceptedKey = (stream: string) => `accepted ${stream}`;

/** Keeps, of events that this process has just read, the acceptances of emails of which it has read nothing else. */
export function rememberAccepted(store: EventStore, events: readonly RecordedEvent[]): void {
  const cache = cacheOf(store);
  for (const event of events) {
    const key = acceptedKey(event.stream);
    if (event.type === 'EmailAccepted') cache.put(key, event, roughBytes(event.data));
    else cache.delete(key);
  }
}

/** The acceptance where it was remembered; once, since the stream goes on from there. */
function takeAccepted(store: EventStore, stream: string): readonly Recorded<EmailEvent>[] | null {
  const accepted = cacheOf(store).get(acceptedKey(stream)) as Recorded<EmailEvent> | undefined;
  cacheOf(store).delete(acceptedKey(stream));
  return accepted === undefined ? null : [accepted];
}

/**
 * Null when there is no such email. A stream that begins with an acceptance that was remembered may lack what others have
 * appended since: as everything is decided by an append at the revision it was decided on, that is noticed.
 */
export async function openEmailStream(ledger: Ledger, emailId: string): Promise<EmailStream | null> {
  const readFrom = (fromRevision: number) => email.read(ledger.store, emailId, { fromRevision });
  const events = takeAccepted(ledger.store, email.stream(emailId)) ?? (await readFrom(0));
  const [accepted] = events;
  if (accepted?.type !== 'EmailAccepted') return null;
  const progress = events.reduce(advance, noProgress());
  const { id: causation, metadata } = accepted;
  const { workspace, correlation } = metadata;
  const sending = sendingStream<EmailProgress, EmailEvent>(ledger, {
    stream: email.stream(emailId),
    origin: { workspace, correlation, causation, actor: 'sender' },
    from: { progress, revision: (events.at(-1) ?? accepted).revision },
    advance,
    readFrom,
  });
  return { ...sending, accepted };
}
