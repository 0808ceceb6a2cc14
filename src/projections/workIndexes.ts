import type { ReadModels } from './readModels.ts';

/** The work indexes, by the name of the worker that takes from each; that of parts of text messages is none that people ask about. */
export const WORK_INDEXES = {
  email: 'emailOutbox',
  email_retries: 'emailRetries',
  sms: 'smsOutbox',
  campaign: 'campaignRuns',
  webhook_deliveries: 'webhookWork',
} as const satisfies Record<string, keyof ReadModels>;

/** The workers that have messages of a kind to send. */
export const WORKERS_OF = { email: ['email', 'email_retries'], sms: ['sms'] } as const satisfies Record<
  string,
  readonly (keyof typeof WORK_INDEXES)[]
>;
