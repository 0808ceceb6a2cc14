// src/console/pages/index.ts
import { addressPages } from "./addresses.js";
import { asOfPages } from "./asOf.js";
import { audiencePages } from "./audiences.js";
import { domainPages } from "./domains.js";
import { figuresPages } from "./figures.js";
import { groupFiguresPages } from "./groupFigures.js";
import { logPages } from "./log.js";
import { messagePages } from "./message.js";
import { messageListPages } from "./messages.js";
import { nowPages } from "./now.js";
import { settingsPages } from "./settings.js";
import { templatePages } from "./templates.js";
import { deliveryPages } from "./webhookDeliveries.js";
import { webhookPages } from "./webhooks.js";
var everyPage = [
  nowPages,
  messageListPages,
  messagePages,
  addressPages,
  webhookPages,
  deliveryPages,
  figuresPages,
  groupFiguresPages,
  settingsPages,
  domainPages,
  templatePages,
  audiencePages,
  logPages,
  asOfPages
];
export {
  everyPage
};
//# sourceMappingURL=index.js.map
