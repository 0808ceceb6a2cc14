// src/sender/campaign/campaignMessage.ts
import { formatMailbox } from "../../commands/email/emailAddress.js";
import { uuid5 } from "../../events/uuid5.js";
function campaignEmailId(runId, contactId) {
  return uuid5("campaign", runId, contactId);
}
function contactVariables(contact, customFields) {
  const { email, firstName, lastName, phone, subscribed, tags } = contact;
  const plain = { email, first_name: firstName, last_name: lastName, phone, subscribed, tags };
  return `${JSON.stringify(plain).slice(0, -1)},"custom_fields":${customFields ?? "{}"}}`;
}
function campaignDraft(campaign, subject, contact, variables) {
  const { templateId, templateRevision, trackOpens, trackClicks } = campaign;
  return {
    from: formatMailbox({ name: campaign.fromName, address: campaign.from }),
    to: [contact.email],
    cc: [],
    bcc: [],
    replyTo: [],
    subject,
    html: null,
    text: null,
    template: { templateId, revision: templateRevision, variables },
    headers: {},
    attachments: [],
    tags: [],
    scheduledFor: null,
    batchId: null,
    messageStream: "broadcast",
    trackOpens,
    trackClicks
  };
}
export {
  campaignDraft,
  campaignEmailId,
  contactVariables
};
//# sourceMappingURL=campaignMessage.js.map
