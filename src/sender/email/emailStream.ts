import type { Ledger } from '../../commands/kernel/ledger.ts';
import { type EmailEvent, email, type RecipientEvent } from '../../events/email.ts';
import { advance, type EmailProgress, noProgress } from '../emailProgress.ts';
import { type Decided, type SendingStream, sendingStream } from '../sendingStream.ts';

export type EmailStream = SendingStream<EmailProgress, EmailEvent>;
export type DecidedEvent = Decided<RecipientEvent>;

/** Null when there is no such email. */
export async function openEmailStream(ledger: Ledger, emailId: string): Promise<EmailStream | null> {
  const readFrom = (fromRevision: number) => email.read(ledger.store, emailId, { fromRevision });
  const progress = (await readFrom(0)).reduce(advance, noProgress());
  const { accepted, revision } = progress;
  if (accepted === null) return null;
  const { workspace, correlation, eventId: causation } = accepted;
  return sendingStream<EmailProgress, EmailEvent>(ledger, {
    stream: email.stream(emailId),
    origin: { workspace, correlation, causation, actor: 'sender' },
    from: { progress, revision },
    advance,
    readFrom,
  });
}
