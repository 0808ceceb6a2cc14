import type { PublicLinks } from '../commands/publicLinks.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Composer } from '../ports/composer.ts';
import { loadAttachments, type RenderedBody } from './emailBody.ts';
import type { Acceptance } from './emailProgress.ts';
import { headerMailbox, messageOf } from './mime.ts';
import { recipientCopies } from './recipientCopies.ts';
import type { Envelope } from './submission.ts';

/** Writes the message down once; each recipient's copy then gets what is its own. */
export async function composeEmail(
  { composer, links }: { composer: Composer; links?: PublicLinks },
  blobs: Blobs,
  emailId: string,
  { data, atMs }: Acceptance,
  body: RenderedBody,
): Promise<Envelope> {
  const attachments = await loadAttachments(blobs, data);
  const composed = await composer.compose(messageOf(emailId, data, atMs, { ...body, attachments }));
  const copyFor = recipientCopies(data, body.html, links);
  const places = new Map(data.recipients.map(({ deliveryId }, place) => [deliveryId, place]));
  return {
    sender: headerMailbox(data.from).address,
    raw: ({ deliveryId }) => {
      const recipient = places.get(deliveryId);
      if (recipient === undefined) throw new Error(`the delivery ${deliveryId} is none of the message`);
      return composed.copy(copyFor({ emailId, recipient }));
    },
  };
}
