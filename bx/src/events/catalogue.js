// src/events/catalogue.ts
import { audience } from "./audience.js";
import { campaign } from "./campaign.js";
import { consoleLogin } from "./console.js";
import { contact } from "./contact.js";
import { email } from "./email.js";
import { hooks } from "./hooks.js";
import { ledger } from "./ledger.js";
import { links } from "./links.js";
import { seal } from "./seal.js";
import { sms } from "./sms.js";
import { suppression } from "./suppression.js";
import { template, templateName } from "./template.js";
import { webhookDelivery } from "./webhookDelivery.js";
import { webhooks } from "./webhooks.js";
import { workspace } from "./workspace.js";
var categories = [
  ledger,
  seal,
  workspace,
  email,
  sms,
  contact,
  audience,
  campaign,
  template,
  templateName,
  webhooks,
  webhookDelivery,
  suppression,
  links,
  hooks,
  consoleLogin
];
var catalogue = new Map(
  categories.flatMap(
    ({ name, definitions }) => Object.entries(definitions).map(([type, definition]) => [type, { ...definition, type, category: name }])
  )
);
var EventsAhead = class extends Error {
  name = "EventsAhead";
};
function upcast(type, v, data) {
  const definition = catalogue.get(type);
  if (definition === void 0)
    throw new EventsAhead(
      `the log has an event ${type}, which this release does not know: another program or a later release wrote it`
    );
  if (v === definition.v) return data;
  const steps = definition.upcasters?.slice(v - 1) ?? [];
  if (v < 1 || steps.length !== definition.v - v)
    throw new EventsAhead(
      `the log has an event ${type} of version ${v}, which this release does not know: a later release wrote it`
    );
  return steps.reduce((older, step) => step(older), data);
}
export {
  catalogue,
  categories,
  upcast
};
//# sourceMappingURL=catalogue.js.map
