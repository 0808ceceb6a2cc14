import { addressKey } from '../../events/addressForms.ts';
import { hashOfRequest, inKeyOrder, jsonInKeyOrder, textOrHash } from '../kernel/requestHash.ts';
import type { EmailRequest } from './emailDraft.ts';

/**
 * A request with its hash, which the message's first event keeps. Made where a request is read: large ones are read in a
 * thread of their own. Letter case of addresses and the order of tags and headers ask for nothing.
 */
export function withRequestHash(request: EmailRequest): EmailRequest {
  const { template, attachments, messageStream, trackOpens, trackClicks } = request;
  const { variables = null, ...reference } = template ?? {};
  const requestHash = hashOfRequest([
    ...[[request.from], request.to, request.cc, request.bcc, request.replyTo].map((texts) =>
      texts.map(mailboxKey),
    ),
    request.subject,
    textOrHash(request.html),
    textOrHash(request.text),
    template && inKeyOrder(reference),
    jsonInKeyOrder(variables),
    inKeyOrder(request.headers),
    attachments.map(({ filename, type, contentId, disposition, content }) => [
      filename,
      type,
      contentId,
      disposition,
      textOrHash(content),
    ]),
    request.tags.toSorted(),
    request.scheduledFor,
    request.batchId,
    messageStream,
    trackOpens,
    trackClicks,
  ]);
  return { ...request, requestHash };
}

/** `Name <address>`, or an address. */
function mailboxKey(text: string): string {
  const at = text.lastIndexOf('<');
  return at < 0 ? addressKey(text) : text.slice(0, at) + addressKey(text.slice(at));
}
