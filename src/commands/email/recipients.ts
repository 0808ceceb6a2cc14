import type { EmailRecipient } from '../../events/email.ts';
import { parseMailbox } from './emailAddress.ts';
import type { EmailDraft } from './emailDraft.ts';
import { deliveryIdOf } from './emailIds.ts';

/** Everyone a message names, once each, with the header lists freed of repeats. */
export interface Recipients {
  readonly to: string[];
  readonly cc: string[];
  readonly bcc: string[];
  readonly everyone: EmailRecipient[];
}

/** The address within a header value, as it was given. */
function addressIn(mailbox: string): string {
  return mailbox.includes('<') ? (parseMailbox(mailbox)?.address ?? mailbox) : mailbox;
}

/**
 * A recipient who is named twice, letter case aside, gets one message: as `to` before `cc` before `bcc`. A recipient at the
 * sandbox domain is simulated.
 */
export function recipientsOf(
  emailId: string,
  draft: Pick<EmailDraft, 'to' | 'cc' | 'bcc'>,
  sandboxDomain: string,
): Recipients {
  const seen = new Set<string>();
  const everyone: EmailRecipient[] = [];
  const sandboxEnd = `@${sandboxDomain.toLowerCase()}`;
  const once = (kind: EmailRecipient['kind']): string[] =>
    draft[kind].filter((mailbox) => {
      const address = addressIn(mailbox);
      const lower = address.toLowerCase();
      if (seen.has(lower)) return false;
      seen.add(lower);
      everyone.push({
        deliveryId: deliveryIdOf(emailId, address),
        address,
        kind,
        sandbox: lower.endsWith(sandboxEnd),
      });
      return true;
    });
  return { to: once('to'), cc: once('cc'), bcc: once('bcc'), everyone };
}
