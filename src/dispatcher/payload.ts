import { firstEventOf } from '../commands/kernel/appendOnce.ts';
import { streamId } from '../events/category.ts';
import type { SmsEvent } from '../events/sms.ts';
import type { EventStore } from '../ports/eventStore.ts';
import {
  isReportedEmail,
  type ReportedEmailEvent,
  type ReportedEvent,
  type ReportedSmsEvent,
} from './kinds.ts';

type SmsAccepted = Extract<SmsEvent, { type: 'SmsAccepted' }>;

/** The numbers of a message. */
export type SmsParties = Pick<SmsAccepted['data'], 'from' | 'to'>;

/** Outcomes of an SMS do not repeat its numbers; the first event of the stream has them. */
export async function partiesOf(
  store: Pick<EventStore, 'readStream'>,
  event: ReportedEvent,
): Promise<SmsParties | null> {
  if (isReportedEmail(event) || event.type === 'SmsReceived') return null;
  return (await firstEventOf<SmsAccepted>(store, event.stream, 'SmsAccepted'))?.data ?? null;
}

/**
 * The raw JSON body that a customer gets (spec section 2.9). Its `id` is the domain event's own, so that the
 * same event has the same id at both endpoints, at every attempt, and however often the fan-out runs.
 */
export function payloadBody(event: ReportedEvent, kind: string, parties: SmsParties | null): string {
  const data = isReportedEmail(event) ? emailData(event) : smsData(event, parties);
  return JSON.stringify({ id: event.id, type: kind, created_at: event.metadata.at, data });
}

function emailData(event: ReportedEmailEvent): Record<string, unknown> {
  const { deliveryId, recipient } = event.data;
  const common = { email_id: streamId(event.stream), delivery_id: deliveryId, recipient };
  switch (event.type) {
    case 'Bounced': {
      const { bounceType, bounceSubType, diagnosticCode } = event.data;
      return {
        ...common,
        bounce_type: bounceType,
        bounce_sub_type: bounceSubType,
        ...(diagnosticCode !== null && { diagnostic_code: diagnosticCode }),
      };
    }
    case 'Clicked':
      return { ...common, url: event.data.url };
    case 'Submitted':
    case 'Delivered':
    case 'DeliveryDelayed':
    case 'Complained':
    case 'Rejected':
    case 'RenderingFailed':
    case 'Opened':
    case 'Unsubscribed':
      return common;
  }
}

/**
 * The fields of sms.* events, which the specification leaves open: `sms_id` (the id of the receipt), `from`, `to`;
 * `failed` adds the carrier's `diagnostic_code`, `received` the `body`, which no other call returns.
 */
function smsData(event: ReportedSmsEvent, parties: SmsParties | null): Record<string, unknown> {
  const common = { sms_id: streamId(event.stream), from: parties?.from ?? null, to: parties?.to ?? null };
  switch (event.type) {
    case 'SmsReceived':
      return { ...common, from: event.data.from, to: event.data.to, body: event.data.text };
    case 'SmsFailed':
      return { ...common, ...(event.data.detail !== null && { diagnostic_code: event.data.detail }) };
    case 'SmsSent':
    case 'SmsDelivered':
      return common;
  }
}
