import { type Static, Type } from 'typebox';
import {
  BlobRef,
  contents,
  Instant,
  KeptMail,
  nullable,
  oneOf,
  open,
  people,
  SET_BY_CUSTOMER,
  Sha256,
  StoredText,
  Uuid,
} from './schema.ts';

export const EmailAttachment = Type.Object({
  filename: people('whom the file is about', Type.String()),
  type: open('a media type', Type.String()),
  contentId: nullable(people('whom the file is about', Type.String())),
  disposition: oneOf('attachment', 'inline'),
  /** The decoded bytes. */
  content: contents(BlobRef),
});
export type EmailAttachment = Static<typeof EmailAttachment>;

export const EmailRecipient = Type.Object({
  /** By `deliveryIdOf`. */
  deliveryId: Uuid,
  /** By `suppressionIdOf`: says whether the address is suppressed, also where the address is gone. */
  suppressionId: Uuid,
  /** The bare address in its original letter case. */
  address: people('the recipient', Type.String()),
  kind: oneOf('to', 'cc', 'bcc'),
  /** Decided at acceptance: delivery to a sandbox recipient is only simulated. */
  sandbox: Type.Boolean(),
});
export type EmailRecipient = Static<typeof EmailRecipient>;

export const EmailAccepted = Type.Object({
  /** The header value: an address, or `Name <address>`. */
  from: people('the sender', Type.String()),
  /** Header values without repeats; suppressed recipients included. */
  to: people('the recipients', Type.Array(Type.String())),
  cc: people('the recipients', Type.Array(Type.String())),
  bcc: people('the recipients', Type.Array(Type.String())),
  replyTo: people('whom answers go to', Type.Array(Type.String())),
  /** With a template: the subject source of the accepted revision. */
  subject: people('whom the message is about', Type.String()),
  html: nullable(contents(StoredText)),
  text: nullable(contents(StoredText)),
  template: nullable(
    Type.Object({
      templateId: Uuid,
      revision: Type.Integer({ minimum: 1 }),
      /** JSON object of the send's own variables, which override the template's defaults. */
      variables: nullable(contents(StoredText)),
    }),
  ),
  headers: people('whom the message is about', Type.Record(Type.String(), Type.String())),
  attachments: Type.Array(EmailAttachment),
  /** A mail submitted by SMTP, which has its texts and files; absent: the message is composed of the fields above. */
  raw: Type.Optional(KeptMail),
  tags: Type.Array(open(SET_BY_CUSTOMER, Type.String())),
  scheduledFor: nullable(Instant),
  batchId: nullable(open(SET_BY_CUSTOMER, Type.String())),
  messageStream: oneOf('transactional', 'broadcast'),
  trackOpens: Type.Boolean(),
  trackClicks: Type.Boolean(),
  /** Everyone the message goes to, once each, without those suppressed at acceptance. */
  recipients: Type.Array(EmailRecipient),
  suppressedRecipients: people('the recipients', Type.Array(Type.String())),
  credits: Type.Integer({ minimum: 0 }),
  /** Place in a batch. Every element holds the size of the batch. */
  batch: nullable(
    Type.Object({
      index: Type.Integer({ minimum: 0 }),
      size: Type.Integer({ minimum: 1 }),
      /** When only the valid elements were accepted: their places in the batch, and the size of the whole batch. */
      places: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
      of: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
  campaign: nullable(Type.Object({ campaignId: Uuid, runId: Uuid, contactId: people('the contact', Uuid) })),
  /** Of the request as it was read; absent: not known. */
  requestHash: Type.Optional(contents(Sha256)),
});
export type EmailAccepted = Static<typeof EmailAccepted>;
