import type { RecordedAcceptance } from '../events/email.ts';

/** A mail as it is composed now; or why there is none: its template's own error, too much time or memory, or no process for it. */
export type MailAgain =
  | { readonly is: 'made'; readonly subject: string; readonly raw: Buffer }
  | { readonly is: 'failed' | 'exhausted' | 'busy'; readonly reason: string };

/**
 * Makes mails again by what the log has of them: the revision of their template with their variables, or the bytes that came.
 * What belongs to one recipient alone is not in them: no picture that counts, no tracked link but its target, no link or field
 * to unsubscribe, no name of a delivery, no signature.
 */
export interface MailsAgain {
  /** Rejects where the contents are missing or damaged, may not be composed, or cannot be asked for. */
  mail(accepted: RecordedAcceptance): Promise<MailAgain>;
  /** The subject alone; null where it cannot be rendered now. Rejects where the log gives no answer. */
  subject(accepted: RecordedAcceptance): Promise<string | null>;
}
