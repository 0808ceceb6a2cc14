import { Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import {
  contents,
  Instant,
  nullable,
  open,
  people,
  SET_BY_CUSTOMER,
  Sha256,
  StoredText,
  Uuid,
} from './schema.ts';

/** `sms-{id}`: one text message, outbound or inbound. */
export const sms = category('sms', {
  SmsAccepted: event('An outbound message was taken in: receipt, charge and idempotency in one.', {
    from: people('the sender', Type.String()),
    to: people('the recipient', Type.String()),
    templateId: Uuid,
    /** The rendered text, as it will be sent. */
    text: contents(Type.String()),
    segments: Type.Integer({ minimum: 1 }),
    credits: Type.Integer({ minimum: 0 }),
    tags: Type.Array(open(SET_BY_CUSTOMER, Type.String())),
    metadata: nullable(contents(StoredText)),
    /** Of the request as it was read; absent: not known. */
    requestHash: Type.Optional(contents(Sha256)),
  }),
  SmsSubmissionAttempted: event('The sender claimed the message and is about to speak to the carrier.', {
    attempt: Type.Integer({ minimum: 1 }),
  }),
  SmsSegmentSent: event('The carrier took a segment, and others are still to come.', {
    attempt: Type.Integer({ minimum: 1 }),
    carrierId: nullable(open('the id that the carrier gave', Type.String())),
  }),
  SmsSent: event('Handed to the carrier.', {
    attempt: Type.Integer({ minimum: 1 }),
    carrierId: nullable(open('the id that the carrier gave', Type.String())),
  }),
  SmsSegmentDelivered: event('The carrier confirmed a segment, and others are still unconfirmed.', {
    carrierId: open('the id that the carrier gave', Type.String()),
    detail: nullable(people('the recipient', Type.String())),
  }),
  SmsDelivered: event('Confirmed by the carrier.', {
    detail: nullable(people('the recipient', Type.String())),
  }),
  SmsFailed: event('The carrier refused the message, or gave up; with nextAttemptAt it is tried again.', {
    attempt: Type.Integer({ minimum: 1 }),
    detail: nullable(people('the recipient', Type.String())),
    nextAttemptAt: nullable(Instant),
    /** The sender ended between its claim and the outcome, so nothing is known of the carrier's answer. */
    unanswered: Type.Optional(Type.Literal(true)),
  }),
  SmsPartReceived: event('A part of a concatenated inbound message arrived.', {
    from: people('the sender', Type.String()),
    to: people('the recipient', Type.String()),
    text: contents(Type.String()),
    number: Type.Integer({ minimum: 1, maximum: 255 }),
    of: Type.Integer({ minimum: 2, maximum: 255 }),
    /** Absent: the carrier gave none, or the event is older than this field. */
    carrierId: Type.Optional(open('the id that the carrier gave', Type.String())),
  }),
  SmsReceived: event('An inbound message arrived on a number of the workspace.', {
    from: people('the sender', Type.String()),
    to: people('the recipient', Type.String()),
    text: contents(Type.String()),
    segments: Type.Integer({ minimum: 1 }),
  }),
});
export type SmsEvent = EventOf<typeof sms>;
export type RecordedSmsEvent = RecordedOf<typeof sms>;
