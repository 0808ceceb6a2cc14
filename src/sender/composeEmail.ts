import type { EmailRecipient } from '../events/email.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Composer } from '../ports/composer.ts';
import { loadAttachments, type RenderedBody } from './emailBody.ts';
import type { Acceptance } from './emailProgress.ts';
import { deliveryMessageId, forDelivery, messageOf } from './mime.ts';
import type { ReturnPath } from './returnPath.ts';
import type { Envelope } from './submission.ts';

/** The address under which this recipient of this email unsubscribes by one click. */
export type Unsubscribe = (emailId: string, recipient: EmailRecipient) => string;

interface ComposeParts {
  readonly composer: Composer;
  readonly unsubscribe?: Unsubscribe;
  readonly returnPath: ReturnPath;
}

/** Writes the message down once; each recipient's copy then differs in a few header lines. */
export async function composeEmail(
  { composer, unsubscribe, returnPath }: ComposeParts,
  blobs: Blobs,
  emailId: string,
  { data, atMs }: Acceptance,
  body: RenderedBody,
): Promise<Envelope> {
  const attachments = await loadAttachments(blobs, data);
  const composed = await composer.compose(messageOf(emailId, data, atMs, { ...body, attachments }));
  return {
    sender: returnPath.senderOf(emailId, data),
    reportsComeBack: returnPath.reportsComeBack,
    raw: (recipient) => {
      const url =
        data.messageStream === 'broadcast' && unsubscribe !== undefined
          ? unsubscribe(emailId, recipient)
          : null;
      return forDelivery(composed, deliveryMessageId(recipient.deliveryId, data), url);
    },
  };
}
