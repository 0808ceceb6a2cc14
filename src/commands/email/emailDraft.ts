import { addressKey } from '../../events/addressForms.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';
import type { ReadAttachment } from '../../ports/readMessage.ts';
import { hashOfBytes, hashOfRequest, inKeyOrder } from '../kernel/requestHash.ts';
import type { GivenText } from '../kernel/storedText.ts';

/** An attachment with its decoded bytes. */
export type DraftAttachment = ReadAttachment;

/** The fields of a message, from any API. Mailboxes are header values: an address, or `Name <address>`. */
interface MessageFields {
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly html: GivenText | null;
  readonly text: GivenText | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly DraftAttachment[];
  /** A whole mail (RFC 5322) with CRLF line ends that is sent as it came; it has its own texts, files and headers. */
  readonly raw?: Uint8Array;
  readonly tags: readonly string[];
  /** ISO 8601, milliseconds, UTC; null: as soon as possible. */
  readonly scheduledFor: string | null;
  readonly batchId: string | null;
  readonly messageStream: EmailAccepted['messageStream'];
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  /** By `withRequestHash`; absent: not known. */
  readonly requestHash?: string | undefined;
}

/** A fully decided message: only its suppressed recipients are not looked up yet. */
export interface EmailDraft extends MessageFields {
  /** With a template: the subject source of the revision. */
  readonly subject: string;
  /** `variables`: text of a JSON object. With a template `html` and `text` are null. */
  readonly template: {
    readonly templateId: string;
    readonly revision: number;
    readonly variables: GivenText | null;
  } | null;
}

/** A message as a customer requests it: its template is not looked up yet. */
export interface EmailRequest extends MessageFields {
  /** Null with a template. */
  readonly subject: string | null;
  readonly template: TemplateReference | null;
}

export type TemplateReference = { readonly variables: GivenText | null } & (
  | { readonly by: 'id'; readonly templateId: string }
  | { readonly by: 'friendlyName'; readonly friendlyName: string }
);

/** The data of a template that a message needs. */
export interface FoundTemplate {
  readonly templateId: string;
  /** The current revision: the message is fixed to it. */
  readonly revision: number;
  readonly subject: string;
  /** Whether it has html or text; without a body it cannot be sent. */
  readonly hasBody: boolean;
}

/** Finds the template of a message; null when the workspace has no such template. */
export interface TemplateLookup {
  byId(workspace: string, templateId: string): Promise<FoundTemplate | null>;
  byFriendlyName(workspace: string, friendlyName: string): Promise<FoundTemplate | null>;
}

/**
 * A request with its hash. Made where it is read: large ones are read in a thread of their own. The letter case of addresses
 * and the order of tags ask for nothing.
 */
export function withRequestHash(request: EmailRequest): EmailRequest {
  const { from, to, cc, bcc, replyTo, subject, template, headers, attachments, tags } = request;
  const { scheduledFor, batchId, messageStream, trackOpens, trackClicks } = request;
  const { variables = null, ...reference } = template ?? {};
  const parsed = variables && JSON.parse(Buffer.from(variables).toString());
  const requestHash = hashOfRequest(
    [
      ...[[from], to, cc, bcc, replyTo].map((mailboxes) => mailboxes.map(mailboxKey)),
      ...[subject, template && inKeyOrder([reference, parsed]), inKeyOrder(headers), tags.toSorted()],
      attachments.map(({ content, ...about }) => inKeyOrder([about, hashOfBytes(content)])),
      ...[scheduledFor, batchId, messageStream, trackOpens, trackClicks],
    ],
    request.html,
    request.text,
  );
  return { ...request, requestHash };
}

/** Of `Name <address>`, or of an address. */
function mailboxKey(text: string): string {
  const at = text.lastIndexOf('<');
  return at < 0 ? addressKey(text) : text.slice(0, at) + addressKey(text.slice(at));
}
