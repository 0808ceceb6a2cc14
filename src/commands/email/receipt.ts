import type { AcceptedEmail } from './acceptEmail.ts';

/** The answer to a send (spec section 2.2), with the names of the ledger. */
export interface EmailReceipt {
  readonly id: string;
  readonly from: string;
  readonly to: string[];
  readonly subject: string;
  readonly createdAt: string;
  readonly scheduledFor: string | null;
  readonly suppressedRecipients: string[];
  readonly status: 'queued' | 'scheduled';
  readonly creditsConsumed: number;
}

/** The receipt depends only on the accepted event, so that a replay gets the same bytes. */
export function emailReceipt({ id, data, at }: Pick<AcceptedEmail, 'id' | 'data' | 'at'>): EmailReceipt {
  return {
    id,
    from: data.from,
    to: data.to,
    subject: data.subject,
    createdAt: at,
    scheduledFor: data.scheduledFor,
    suppressedRecipients: data.suppressedRecipients,
    status: data.scheduledFor === null ? 'queued' : 'scheduled',
    creditsConsumed: data.credits,
  };
}
