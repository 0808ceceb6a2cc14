import type { EmailRecipient } from '../events/email.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Composer, HeaderField } from '../ports/composer.ts';
import { loadAttachments, type RenderedBody } from './emailBody.ts';
import type { Acceptance } from './emailProgress.ts';
import { headerMailbox, messageOf } from './mime.ts';
import type { Envelope } from './submission.ts';

/** The address under which this recipient of this email unsubscribes by one click. */
export type Unsubscribe = (emailId: string, recipient: EmailRecipient) => string;

/** Writes the message down once; each recipient's copy has a few header lines of its own. */
export async function composeEmail(
  { composer, unsubscribe }: { composer: Composer; unsubscribe?: Unsubscribe },
  blobs: Blobs,
  emailId: string,
  { data, atMs }: Acceptance,
  body: RenderedBody,
): Promise<Envelope> {
  const attachments = await loadAttachments(blobs, data);
  const composed = await composer.compose(messageOf(emailId, data, atMs, { ...body, attachments }));
  const isBroadcast = data.messageStream === 'broadcast';
  return {
    sender: headerMailbox(data.from).address,
    raw: (recipient) => {
      const url = isBroadcast && unsubscribe !== undefined ? unsubscribe(emailId, recipient) : null;
      return composed.copy({ html: null, headers: url === null ? [] : oneClick(url) });
    },
  };
}

/** RFC 2369, section 3.2, and RFC 8058, section 3.1. */
function oneClick(url: string): HeaderField[] {
  return [
    ['List-Unsubscribe', `<${url}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ];
}
