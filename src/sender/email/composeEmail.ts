import type { PublicLinks } from '../../commands/email/publicLinks.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Composer } from '../../ports/composer.ts';
import type { Acceptance } from '../emailProgress.ts';
import type { Envelope } from '../submission.ts';
import { loadAttachments, type RenderedBody } from './emailBody.ts';
import type { MailSigning } from './mailSigning.ts';
import { messageOf } from './mime.ts';
import { recipientCopies } from './recipientCopies.ts';
import { deliveryRefs, type ReturnPath } from './returnPath.ts';

export interface ComposeDependencies {
  readonly composer: Composer;
  /** Where recipients reach the service; absent: nothing in a message leads there. */
  readonly links?: PublicLinks;
  /** Absent: every domain may send, nothing is signed. */
  readonly signing?: MailSigning;
  readonly returnPath: ReturnPath;
}

/** Composes the message once; each recipient's copy then gets its own links and headers, and its signature last. */
export async function composeEmail(
  { composer, links, signing, returnPath }: ComposeDependencies,
  blobs: Blobs,
  emailId: string,
  { data, atMs, workspace }: Acceptance,
  body: RenderedBody,
): Promise<Envelope> {
  const attachments = await loadAttachments(blobs, data);
  const content = messageOf(emailId, data, atMs, { ...body, attachments }, returnPath.messageIdOf(emailId));
  const composed = await composer.compose(content);
  const copyFor = recipientCopies(data, body.html, links, body.text);
  const signer = await signing?.signerFor(workspace, data.from);
  const refOf = deliveryRefs(emailId, data);
  return {
    sender: returnPath.senderOf(emailId, data),
    reportsComeBack: returnPath.reportsComeBack,
    dkim: signer?.dkim ?? [],
    raw: (recipient) => {
      const ref = refOf(recipient);
      const own = copyFor(ref);
      const raw = composed.copy({ ...own, headers: [...own.headers, returnPath.deliveryIdField(ref)] });
      return signer?.sign(raw) ?? raw;
    },
  };
}
