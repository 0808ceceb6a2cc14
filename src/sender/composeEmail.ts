import type { PublicLinks } from '../commands/publicLinks.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Composer, HeaderField } from '../ports/composer.ts';
import { loadAttachments, type RenderedBody } from './emailBody.ts';
import type { Acceptance } from './emailProgress.ts';
import { messageOf } from './mime.ts';
import type { ReturnPath } from './returnPath.ts';
import type { Envelope } from './submission.ts';

interface ComposeParts {
  readonly composer: Composer;
  readonly links?: PublicLinks;
  readonly returnPath: ReturnPath;
}

/** Writes the message down once; each recipient's copy has a few header lines of its own. */
export async function composeEmail(
  { composer, links, returnPath }: ComposeParts,
  blobs: Blobs,
  emailId: string,
  { data, atMs }: Acceptance,
  body: RenderedBody,
): Promise<Envelope> {
  const attachments = await loadAttachments(blobs, data);
  const composed = await composer.compose(messageOf(emailId, data, atMs, { ...body, attachments }));
  const places = new Map(data.recipients.map(({ deliveryId }, place) => [deliveryId, place]));
  const isLeft = data.messageStream === 'broadcast' && links !== undefined;
  return {
    sender: returnPath.senderOf(emailId, data),
    reportsComeBack: returnPath.reportsComeBack,
    raw: ({ deliveryId }) => {
      const place = places.get(deliveryId);
      if (place === undefined) throw new Error(`the delivery ${deliveryId} is none of the message`);
      const ref = { emailId, recipient: place };
      return composed.copy({ html: null, headers: isLeft ? oneClick(links.unsubscribe(ref)) : [] });
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
