import { mailSendRoute } from '../compat/mailSendRoute.ts';
import { sendRoutes } from '../compat/sendRoutes.ts';
import type { Routes } from '../dependencies.ts';
import { trackingRoutes } from '../public/trackingRoutes.ts';
import { unsubscribeRoutes } from '../public/unsubscribeRoutes.ts';
import { analyticsRoutes } from './analytics.ts';
import { audienceRoutes } from './audiences.ts';
import { campaignRoutes } from './campaigns.ts';
import { contactRoutes } from './contacts.ts';
import { emailRoutes } from './emails.ts';
import { healthRoutes } from './health.ts';
import { hookRoutes } from './hooks.ts';
import { smsRoutes } from './sms.ts';
import { templateRoutes } from './templates.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route of the service, one line a resource. */
export const allRoutes: readonly Routes[] = [
  healthRoutes,
  analyticsRoutes,
  audienceRoutes,
  campaignRoutes,
  contactRoutes,
  emailRoutes,
  sendRoutes,
  mailSendRoute,
  smsRoutes,
  templateRoutes,
  webhookRoutes,
  trackingRoutes,
  unsubscribeRoutes,
  hookRoutes,
];
