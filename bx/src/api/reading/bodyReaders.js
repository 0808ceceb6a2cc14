// src/api/reading/bodyReaders.ts
import { readSendBatch } from "../compat/batchElements.js";
import { readMailSend } from "../compat/mailSendRequest.js";
import { readSend } from "../compat/sendRequest.js";
import { readEmail, readEmailBatch } from "../emails/emailRequest.js";
import { NewAudienceBody } from "../resources/audience.js";
import { readCampaign } from "../resources/campaign.js";
import { readContact } from "../resources/contact.js";
import { readSms } from "../resources/sms.js";
import { readTemplate, readTemplateChanges } from "../resources/template.js";
import { readEndpointChanges, readNewEndpoint } from "../resources/webhookEndpoint.js";
import { schemaReader } from "./reader.js";
var bodyReaders = {
  email: readEmail,
  emailBatch: readEmailBatch,
  send: readSend,
  sendBatch: readSendBatch,
  mailSend: readMailSend,
  sms: readSms,
  template: readTemplate,
  templateChanges: readTemplateChanges,
  contact: readContact,
  audience: schemaReader(NewAudienceBody),
  campaign: readCampaign,
  newEndpoint: readNewEndpoint,
  endpointChanges: readEndpointChanges
};
function readerNamed(name) {
  return bodyReaders[name];
}
function bodyOf(request, name) {
  const { reader } = request.routeOptions.config;
  if (reader !== name) throw new Error(`the body of this route is read by ${reader}, not by ${name}`);
  return request.body;
}
export {
  bodyOf,
  readerNamed
};
//# sourceMappingURL=bodyReaders.js.map
