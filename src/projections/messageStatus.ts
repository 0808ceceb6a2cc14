/**
 * States of a message for one recipient, in the words of the specification: those of the receipts (section 3) and of the
 * kinds of webhooks (section 6). The most serious is first: it is the status of a message with several recipients.
 */
export const MESSAGE_STATUSES = [
  'complained',
  'bounced',
  'rejected',
  'rendering_failed',
  'failed',
  'delivery_delayed',
  'processing',
  'queued',
  'scheduled',
  'submitted',
  'sent',
  'delivered',
  'received',
  'suppressed',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/**
 * How final each is. A recipient's status gives way to one that is as final or more: reports come in any order. What was
 * suppressed or received gets no other.
 */
const FINALITY: Readonly<Record<MessageStatus, number>> = {
  scheduled: 0,
  queued: 0,
  processing: 0,
  delivery_delayed: 0,
  submitted: 1,
  sent: 1,
  failed: 2,
  delivered: 3,
  bounced: 4,
  rejected: 4,
  rendering_failed: 4,
  complained: 5,
  received: 6,
  suppressed: 6,
};

export function laterStatus(before: MessageStatus, next: MessageStatus): MessageStatus {
  return FINALITY[next] >= FINALITY[before] ? next : before;
}

/** The most serious of the recipients' statuses. */
export function statusOfAll(statuses: readonly MessageStatus[]): MessageStatus {
  return MESSAGE_STATUSES.find((status) => statuses.includes(status)) ?? 'suppressed';
}
