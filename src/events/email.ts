import { type Static, type TProperties, Type } from 'typebox';
import { category, type EventOf, type RecordedOf } from './category.ts';
import { BlobRef, Instant, nullable, personal, StoredText, Uuid } from './schema.ts';

export const EmailAttachment = Type.Object({
  filename: personal(Type.String()),
  type: Type.String(),
  contentId: nullable(Type.String()),
  disposition: Type.Union([Type.Literal('attachment'), Type.Literal('inline')]),
  /** The decoded bytes. */
  content: BlobRef,
});
export type EmailAttachment = Static<typeof EmailAttachment>;

export const EmailRecipient = Type.Object({
  deliveryId: Uuid,
  /** The bare address as it was given, letter case kept. */
  address: personal(Type.String()),
  kind: Type.Union([Type.Literal('to'), Type.Literal('cc'), Type.Literal('bcc')]),
  /** Decided at acceptance: a sandbox recipient is simulated, never spoken to. */
  sandbox: Type.Boolean(),
});
export type EmailRecipient = Static<typeof EmailRecipient>;

const EmailAccepted = Type.Object({
  /** As it stands in the header: an address, or `Name <address>`. */
  from: personal(Type.String()),
  /** Header values without repeats; suppressed recipients included. */
  to: Type.Array(personal(Type.String())),
  cc: Type.Array(personal(Type.String())),
  bcc: Type.Array(personal(Type.String())),
  replyTo: Type.Array(personal(Type.String())),
  /** With a template: the subject source of the accepted revision. */
  subject: personal(Type.String()),
  html: nullable(personal(StoredText)),
  text: nullable(personal(StoredText)),
  template: nullable(
    Type.Object({
      templateId: Uuid,
      revision: Type.Integer({ minimum: 1 }),
      /** JSON object of the send's own variables, laid over the template's defaults. */
      variables: nullable(personal(StoredText)),
    }),
  ),
  headers: Type.Record(Type.String(), personal(Type.String())),
  attachments: Type.Array(EmailAttachment),
  tags: Type.Array(Type.String()),
  scheduledFor: nullable(Instant),
  batchId: nullable(Type.String()),
  messageStream: Type.Union([Type.Literal('transactional'), Type.Literal('broadcast')]),
  trackOpens: Type.Boolean(),
  trackClicks: Type.Boolean(),
  /** Everyone the message goes to, once each; those suppressed at acceptance are not here. */
  recipients: Type.Array(EmailRecipient),
  suppressedRecipients: Type.Array(personal(Type.String())),
  credits: Type.Integer({ minimum: 0 }),
  /** Place in a batch, whose size every element remembers. */
  batch: nullable(
    Type.Object({
      index: Type.Integer({ minimum: 0 }),
      size: Type.Integer({ minimum: 1 }),
      /** Of a batch of which only valid elements were accepted: their places in it, and how many it had. */
      places: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
      of: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
  campaign: nullable(Type.Object({ campaignId: Uuid, runId: Uuid, contactId: Uuid })),
});
export type EmailAccepted = Static<typeof EmailAccepted>;

const ofRecipient = <Properties extends TProperties>(properties: Properties) =>
  Type.Object({
    deliveryId: Uuid,
    recipient: personal(Type.String()),
    sandbox: Type.Boolean(),
    ...properties,
  });

/** How a reaction came about; absent: by the recipient's own hand, for the first time. */
const ofReaction = {
  /** By a program that looks at mail before, or instead of, its reader: customers do not hear of it, nor is it counted. */
  automated: Type.Optional(Type.Boolean()),
  /** The recipient had done the same before: figures count recipients. */
  repeated: Type.Optional(Type.Boolean()),
};

export const BounceSubType = Type.Union([
  Type.Literal('General'),
  Type.Literal('NoEmail'),
  Type.Literal('Suppressed'),
  Type.Literal('MailboxFull'),
  Type.Literal('MessageTooLarge'),
  Type.Literal('ContentRejected'),
  Type.Literal('AttachmentRejected'),
]);
export type BounceSubType = Static<typeof BounceSubType>;

/** Who told it, where it was learned after submission: `dsn`, `arf`, `ses` and the like; absent: the server itself. */
const source = Type.Optional(Type.String());

/** `email-{id}`: one message, from acceptance to whatever became of it at each recipient. */
export const email = category('email', {
  EmailAccepted: {
    v: 1,
    meaning: 'The message was taken in: receipt, charge and idempotency in one.',
    schema: EmailAccepted,
  },
  SubmissionAttempted: {
    v: 1,
    meaning: 'The sender claimed this recipient and is about to speak to the server.',
    schema: ofRecipient({ attempt: Type.Integer({ minimum: 1 }) }),
  },
  Submitted: {
    v: 1,
    meaning: 'Handed to the sending infrastructure.',
    schema: ofRecipient({ response: nullable(Type.String()) }),
  },
  Delivered: {
    v: 1,
    meaning: 'Accepted by the receiving server.',
    schema: ofRecipient({ response: nullable(Type.String()), source }),
  },
  DeliveryDelayed: {
    v: 1,
    meaning: 'Deferred; tried again at nextAttemptAt.',
    schema: ofRecipient({
      /** Attempts so far; 0 when the destination was left alone before the first. */
      attempt: Type.Integer({ minimum: 0 }),
      diagnosticCode: nullable(Type.String()),
      nextAttemptAt: nullable(Instant),
      source,
      /** Whether customers hear of it; absent in older events: they did. */
      reported: Type.Optional(Type.Boolean()),
    }),
  },
  Bounced: {
    v: 1,
    meaning: 'Refused by the receiving server; a Permanent one suppresses the address.',
    schema: ofRecipient({
      bounceType: Type.Union([Type.Literal('Permanent'), Type.Literal('Transient')]),
      bounceSubType: BounceSubType,
      diagnosticCode: nullable(Type.String()),
      source,
    }),
  },
  Complained: {
    v: 1,
    meaning: 'Marked as spam by the recipient; suppresses the address.',
    schema: ofRecipient({ source }),
  },
  Rejected: {
    v: 1,
    meaning: 'The service refused to send it to this recipient.',
    schema: ofRecipient({ reason: Type.String() }),
  },
  RenderingFailed: {
    v: 1,
    meaning: 'The template could not be rendered with the variables.',
    schema: ofRecipient({ reason: Type.String() }),
  },
  Opened: { v: 1, meaning: 'Open tracking fired.', schema: ofRecipient(ofReaction) },
  Clicked: {
    v: 1,
    meaning: 'A tracked link was followed.',
    schema: ofRecipient({ url: personal(Type.String()), ...ofReaction }),
  },
  Unsubscribed: {
    v: 1,
    meaning: 'The recipient unsubscribed; suppresses the address unless sandbox.',
    schema: ofRecipient({ source }),
  },
  Resubscribed: {
    v: 1,
    meaning: 'The recipient took the unsubscription back within an hour; lifts the suppression that it made.',
    schema: ofRecipient({}),
  },
});
export type EmailEvent = EventOf<typeof email>;
/** What became of one recipient. */
export type RecipientEvent = Exclude<EmailEvent, { type: 'EmailAccepted' }>;
export type RecordedEmailEvent = RecordedOf<typeof email>;
