/** Webhook kinds by the event that they report: the table of the specification, section 6, written down a second time. */
export const EMAIL_KINDS: Readonly<Record<string, string>> = {
  Submitted: 'submitted',
  Delivered: 'delivered',
  DeliveryDelayed: 'delivery_delayed',
  Bounced: 'bounced',
  Complained: 'complained',
  Rejected: 'rejected',
  RenderingFailed: 'rendering_failed',
  Opened: 'opened',
  Clicked: 'clicked',
  Unsubscribed: 'unsubscribed',
};
