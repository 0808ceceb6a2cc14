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
import { healthRoutes, plainHealthRoutes } from './health.ts';
import { hookRoutes } from './hooks.ts';
import { smsRoutes } from './sms.ts';
import { templateRoutes } from './templates.ts';
import { webhookRoutes } from './webhooks.ts';

/** The routes of customers and recipients, one line a resource. */
const customerRoutes: readonly Routes[] = [
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

/** Every route of the service, on one port. */
export const allRoutes: readonly Routes[] = [healthRoutes, ...customerRoutes];

/** Those of the port of customers where operators have a port of their own. */
export const publicRoutes: readonly Routes[] = [plainHealthRoutes, ...customerRoutes];

/** Those of the port of operators. */
export const operatorRoutes: readonly Routes[] = [healthRoutes];
