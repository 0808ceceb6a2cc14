import type { EmailAccepted } from '../../events/email.ts';
import type { GivenText } from '../kernel/storedText.ts';

/** An attachment with its decoded bytes. */
export interface DraftAttachment {
  readonly filename: string;
  readonly type: string;
  readonly contentId: string | null;
  readonly disposition: 'attachment' | 'inline';
  readonly content: Uint8Array;
}

/** What a message is, on whatever path it came. Mailboxes are header values: an address, or `Name <address>`. */
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
  readonly tags: readonly string[];
  /** ISO 8601, milliseconds, UTC; null: as soon as may be. */
  readonly scheduledFor: string | null;
  readonly batchId: string | null;
  readonly messageStream: EmailAccepted['messageStream'];
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
}

/** A message that is fully decided: nothing is looked up any more but who is suppressed. */
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

/** A message as a customer asks for it: its template is yet to be found. */
export interface EmailRequest extends MessageFields {
  /** Null with a template. */
  readonly subject: string | null;
  readonly template: TemplateReference | null;
}

export type TemplateReference = { readonly variables: GivenText | null } & (
  | { readonly by: 'id'; readonly templateId: string }
  | { readonly by: 'friendlyName'; readonly friendlyName: string }
);

/** A template as a send needs it. */
export interface FoundTemplate {
  readonly templateId: string;
  /** The current revision: the one that the message keeps. */
  readonly revision: number;
  readonly subject: string;
  /** Whether it has html or text; one without cannot be sent. */
  readonly hasBody: boolean;
}

/** How a send finds its template; null when the workspace has none such. */
export interface TemplateLookup {
  byId(workspace: string, templateId: string): Promise<FoundTemplate | null>;
  byFriendlyName(workspace: string, friendlyName: string): Promise<FoundTemplate | null>;
}
