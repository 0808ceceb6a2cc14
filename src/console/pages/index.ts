import type { AddPages } from '../routes.ts';
import { addressPages } from './addresses.ts';
import { asOfPages } from './asOf.ts';
import { audiencePages } from './audiences.ts';
import { campaignPages } from './campaign.ts';
import { dayPages } from './day.ts';
import { domainPages } from './domains.ts';
import { figuresPages, groupFiguresPages } from './figures.ts';
import { keyPages } from './keys.ts';
import { logPages } from './log.ts';
import { mailPages } from './mail.ts';
import { messagePages } from './message.ts';
import { messageListPages } from './messages.ts';
import { overviewPages } from './overview.ts';
import { settingsPages } from './settings.ts';
import { templatePages } from './templates.ts';
import { deliveryPages } from './webhookDeliveries.ts';
import { webhookPages } from './webhooks.ts';

/** Every group of pages. */
export const everyPage: readonly AddPages[] = [
  overviewPages,
  messageListPages,
  messagePages,
  mailPages,
  addressPages,
  webhookPages,
  deliveryPages,
  figuresPages,
  dayPages,
  groupFiguresPages,
  settingsPages,
  keyPages,
  domainPages,
  templatePages,
  audiencePages,
  campaignPages,
  logPages,
  asOfPages,
];
