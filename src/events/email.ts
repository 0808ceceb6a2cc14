import { type Static, Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { EmailAccepted } from './emailAccepted.ts';
import { AgentClass, AutomatedBy, Handover, UnsubscribeWay } from './emailEvidence.ts';
import { Instant, nullable, oneOf, open, people, Uuid } from './schema.ts';

const ofRecipient = {
  deliveryId: Uuid,
  suppressionId: Uuid,
  recipient: people('the recipient', Type.String()),
  sandbox: Type.Boolean(),
};

/** How a reaction happened; absent: by the recipient in person, for the first time. */
const ofReaction = {
  agent: Type.Optional(AgentClass),
  automatedBy: Type.Optional(AutomatedBy),
  /** By a program that opens mail before or instead of its reader: neither reported to customers nor counted. */
  automated: Type.Optional(Type.Boolean()),
  /** The recipient did the same before. Analytics count each recipient once. */
  repeated: Type.Optional(Type.Boolean()),
};

export const BounceSubType = oneOf(
  'General',
  'NoEmail',
  'Suppressed',
  'MailboxFull',
  'MessageTooLarge',
  'ContentRejected',
  'AttachmentRejected',
);
export type BounceSubType = Static<typeof BounceSubType>;

/**
 * `busy`: the template could not be tried; `exhausted`: it took too much processor time or memory; `unanswered`: the sender
 * ended between its claim and the outcome, so nothing is known of the server's answer; `greylisted`: the server takes what
 * comes a second time.
 */
export const DelayCause = oneOf('busy', 'exhausted', 'unanswered', 'greylisted');
export type DelayCause = Static<typeof DelayCause>;

/** Where a report after submission came from: `dsn`, `arf`, `ses` and so on; absent: the server itself. */
const source = Type.Optional(open('a kind of report', Type.String()));

/**
 * What shows that a report is about this delivery. `signed`: it came to, or names, an address that only this delivery has, or
 * a feedback loop signed it by DKIM;
 * `hook`: a mail service reported it; `unsigned`: it names a Message-ID, which others know too.
 */
export const Proof = oneOf('signed', 'hook', 'unsigned');
export type Proof = Static<typeof Proof>;

/** Who reported it, and how. All absent: the receiving server itself, in the SMTP transaction. */
const evidence = {
  source,
  proof: Type.Optional(Proof),
  /** The report's own time, no later than its arrival and no earlier than the last attempt. */
  reportedAt: Type.Optional(Instant),
  /** The address that the report names, where it is not the recipient's. */
  about: Type.Optional(people('the recipient', Type.String())),
};

/** `email-{id}`: one message, from acceptance to the outcome for each recipient. */
export const email = category('email', {
  EmailAccepted: {
    v: 1,
    meaning: 'The message was taken in: receipt, charge and idempotency in one.',
    schema: EmailAccepted,
  },
  SubmissionAttempted: event('The sender claimed this recipient and is about to speak to the server.', {
    ...ofRecipient,
    attempt: Type.Integer({ minimum: 1 }),
  }),
  Submitted: event('Handed to the sending infrastructure.', {
    ...ofRecipient,
    response: nullable(people('the recipient', Type.String())),
    handover: Type.Optional(Handover),
    /** As it was rendered; absent: the message is of no template, or was sent before this was kept. */
    subject: Type.Optional(people('whom the message is about', Type.String())),
  }),
  Delivered: event('Accepted by the receiving server.', {
    ...ofRecipient,
    response: nullable(people('the recipient', Type.String())),
    handover: Type.Optional(Handover),
    ...evidence,
  }),
  DeliveryDelayed: event('Deferred; tried again at nextAttemptAt.', {
    ...ofRecipient,
    /** Attempts so far; 0 when the destination was paused before the first. */
    attempt: Type.Integer({ minimum: 0 }),
    diagnosticCode: nullable(people('the recipient', Type.String())),
    nextAttemptAt: nullable(Instant),
    ...evidence,
    /** Whether it is reported to customers; absent in older events, which were reported. */
    reported: Type.Optional(Type.Boolean()),
    /** Absent: a server's answer about the recipient or the message, or its destination is paused. */
    cause: Type.Optional(DelayCause),
  }),
  Bounced: event('Refused by the receiving server; a Permanent one suppresses the address.', {
    ...ofRecipient,
    bounceType: oneOf('Permanent', 'Transient'),
    bounceSubType: BounceSubType,
    diagnosticCode: nullable(people('the recipient', Type.String())),
    ...evidence,
    /** It says that an address takes no mail, which is no proof: of another's address, by anyone, or by a bare 550. */
    hard: Type.Optional(Type.Boolean()),
    /** The recipient bounced before. Analytics count each recipient once. */
    repeated: Type.Optional(Type.Boolean()),
  }),
  Complained: event('Marked as spam by the recipient; suppresses the address.', {
    ...ofRecipient,
    ...evidence,
  }),
  ReportKept: event(
    'A report that proves nothing by itself: kept as evidence, and not reported to customers.',
    {
      ...ofRecipient,
      says: oneOf('Delivered', 'Bounced', 'Complained', 'Unsubscribed'),
      diagnosticCode: nullable(people('the recipient', Type.String())),
      ...evidence,
      /** As in `Bounced`. */
      hard: Type.Optional(Type.Boolean()),
    },
  ),
  Rejected: event('The service refused to send it to this recipient.', {
    ...ofRecipient,
    reason: people('the recipient', Type.String()),
  }),
  RenderingFailed: event('The template could not be rendered with the variables.', {
    ...ofRecipient,
    reason: people('the recipient', Type.String()),
  }),
  Opened: event('Open tracking fired.', { ...ofRecipient, ...ofReaction }),
  Clicked: event('A tracked link was followed.', {
    ...ofRecipient,
    url: people('the recipient', Type.String()),
    ...ofReaction,
  }),
  Unsubscribed: event('The recipient unsubscribed; suppresses the address unless sandbox.', {
    ...ofRecipient,
    way: Type.Optional(UnsubscribeWay),
    ...evidence,
  }),
  Resubscribed: event(
    'The recipient took the unsubscription back within an hour; lifts the suppression that it made.',
    ofRecipient,
  ),
});
export type EmailEvent = EventOf<typeof email>;
/** An event of one recipient. */
export type RecipientEvent = Exclude<EmailEvent, { type: 'EmailAccepted' }>;
export type RecordedEmailEvent = RecordedOf<typeof email>;
export type RecordedAcceptance = Extract<RecordedEmailEvent, { type: 'EmailAccepted' }>;
