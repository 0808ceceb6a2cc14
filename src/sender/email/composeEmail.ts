import type { PublicLinks } from '../../commands/email/publicLinks.ts';
import { streamId } from '../../events/category.ts';
import type { RecordedAcceptance } from '../../events/email.ts';
import { type ComposedMessage, dateText, type HeaderField } from '../../ports/composer.ts';
import type { Ports } from '../../ports/ports.ts';
import { loadAttachments, type RenderedBody, renderedSubject } from './emailBody.ts';
import type { MailSigning } from './mailSigning.ts';
import { messageIdOf, messageOf, sentAtMs } from './mime.ts';
import { recipientCopies } from './recipientCopies.ts';
import { deliveryRefs, type ReturnPath } from './returnPath.ts';
import type { Envelope } from './submission.ts';

export interface ComposeDependencies extends Pick<Ports, 'blobs' | 'composer'> {
  /** Where recipients reach the service; absent: nothing in a message leads there. */
  readonly links?: PublicLinks;
  /** Absent: every domain may send, nothing is signed. */
  readonly signing?: MailSigning;
  readonly returnPath: ReturnPath;
}

/** Composes the message once; each recipient's copy then gets its own links and headers, and its signature last. */
export async function composeEmail(
  dependencies: ComposeDependencies,
  acceptance: RecordedAcceptance,
  body: RenderedBody,
): Promise<Envelope> {
  const { links, signing, returnPath } = dependencies;
  const { data, metadata } = acceptance;
  const emailId = streamId(acceptance.stream);
  const { kept, html, text } = body;
  const headers = kept ? { 'List-Unsubscribe': kept.field('List-Unsubscribe') } : data.headers;
  const copyFor = recipientCopies({ ...data, headers }, html, links, text);
  const { message, added } = await composeForAll(dependencies, acceptance, body);
  const signer = await signing?.signerFor(metadata.workspace, data.from);
  const refOf = deliveryRefs(emailId, data);
  const signed = (raw: Buffer) => signer?.sign(raw) ?? raw;
  return {
    sender: returnPath.senderOf(emailId, data),
    reportsComeBack: returnPath.reportsComeBack,
    dkim: signer?.dkim ?? [],
    ...renderedSubject(data, body),
    message(recipient) {
      const ref = refOf(recipient);
      const own = copyFor(ref);
      const fields = [...added, ...own.headers, returnPath.deliveryIdField(ref)];
      const { raw, sevenBit } = message.copy({ ...own, headers: fields });
      if (sevenBit === undefined) return { raw: signed(raw) };
      const inSevenBit = () => {
        const encoded = sevenBit();
        return encoded && signed(encoded);
      };
      return { raw: signed(raw), sevenBit: inSevenBit };
    },
  };
}

/** What all copies of a message have in common, and the fields that each gets. */
export async function composeForAll(
  { composer, returnPath, blobs }: Pick<ComposeDependencies, 'composer' | 'returnPath' | 'blobs'>,
  { data, stream, metadata }: RecordedAcceptance,
  { kept, ...body }: RenderedBody,
): Promise<{ readonly message: ComposedMessage; readonly added: readonly HeaderField[] }> {
  const emailId = streamId(stream);
  const atMs = Date.parse(metadata.at);
  const idLocalPart = returnPath.messageIdOf(emailId);
  if (kept === undefined) {
    const attachments = await loadAttachments(blobs, data);
    const content = messageOf(emailId, data, atMs, { ...body, attachments }, idLocalPart);
    return { message: await composer.compose(content), added: [] };
  }
  // What a mail that is sent as it came gets: where it was taken in, but not from whom, and what it lacks (RFC 6409, section 8).
  const missing: HeaderField[] = [
    ['Message-ID', messageIdOf(idLocalPart, data)],
    ['Date', dateText(sentAtMs(data, atMs))],
  ];
  const received = `by ${returnPath.host} with ESMTPA id ${emailId}; ${dateText(atMs)}`;
  return {
    message: kept,
    added: [['Received', received], ...missing.filter(([name]) => kept.field(name) === '')],
  };
}
