// src/api/routes/index.ts
import { mailSendRoute } from "../compat/mailSendRoute.js";
import { sendRoutes } from "../compat/sendRoutes.js";
import { trackingRoutes } from "../public/trackingRoutes.js";
import { unsubscribeRoutes } from "../public/unsubscribeRoutes.js";
import { analyticsRoutes } from "./analytics.js";
import { audienceRoutes } from "./audiences.js";
import { campaignRoutes } from "./campaigns.js";
import { contactRoutes } from "./contacts.js";
import { emailRoutes } from "./emails.js";
import { healthRoutes, plainHealthRoutes } from "./health.js";
import { hookRoutes } from "./hooks.js";
import { smsRoutes } from "./sms.js";
import { templateRoutes } from "./templates.js";
import { webhookRoutes } from "./webhooks.js";
var customerRoutes = [
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
  hookRoutes
];
var allRoutes = [healthRoutes, ...customerRoutes];
var publicRoutes = [plainHealthRoutes, ...customerRoutes];
var operatorRoutes = [healthRoutes];
export {
  allRoutes,
  operatorRoutes,
  publicRoutes
};
//# sourceMappingURL=index.js.map
