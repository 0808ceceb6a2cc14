import { networks } from './forms.ts';
import { setting } from './setting.ts';

/** Where webhooks may go. */
export const webhookSettings = {
  POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: setting(networks, '', 'Private networks webhooks may go to.'),
} as const;
