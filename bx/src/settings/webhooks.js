// src/settings/webhooks.ts
import { networks } from "./forms.js";
import { setting } from "./setting.js";
var webhookSettings = {
  POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: setting(networks, "", "Private networks webhooks may go to.")
};
export {
  webhookSettings
};
//# sourceMappingURL=webhooks.js.map
