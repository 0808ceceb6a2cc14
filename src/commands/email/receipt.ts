import type { AcceptedEmail } from './acceptEmail.ts';

/** What a send answers (spec section 2.2), in terms of the ledger. */
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

/** The receipt is a function of the accepted event alone, so that a replay's is the same byte for byte. */
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
