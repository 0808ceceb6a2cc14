// src/commands/email/acceptedData.ts
import { inlineText, storeText } from "../kernel/storedText.js";
import { parseMailbox } from "./emailAddress.js";
import { deliveryIdOf } from "./emailIds.js";
function inlineContents({ html, text, template, attachments }) {
  if (attachments.length > 0) return null;
  const stored = [html, text, template?.variables ?? null].map(
    (part) => part === null ? null : inlineText(part) ?? "too long"
  );
  if (stored.includes("too long")) return null;
  const [storedHtml = null, storedText = null, variables = null] = stored;
  return { html: storedHtml, text: storedText, variables, attachments: [] };
}
async function storedContents(blobs, { html, text, template, attachments }) {
  const store = async (part) => part === null ? null : storeText(blobs, part);
  const [storedHtml, storedText, variables, ...files] = await Promise.all([
    store(html),
    store(text),
    store(template?.variables ?? null),
    ...attachments.map(async ({ content, ...about }) => ({ ...about, content: await blobs.put(content) }))
  ]);
  return { html: storedHtml, text: storedText, variables, attachments: files };
}
function addressIn(mailbox) {
  if (!mailbox.includes("<")) return mailbox;
  const parsed = parseMailbox(mailbox);
  if (parsed === null) throw new TypeError("a recipient is no mailbox");
  return parsed.address;
}
function recipientsOf(emailId, draft, sandboxDomain) {
  const seen = /* @__PURE__ */ new Set();
  const everyone = [];
  const sandboxEnd = `@${sandboxDomain.toLowerCase()}`;
  const once = (kind) => draft[kind].filter((mailbox) => {
    const address = addressIn(mailbox);
    const lower = address.toLowerCase();
    if (seen.has(lower)) return false;
    seen.add(lower);
    const deliveryId = deliveryIdOf(emailId, address);
    everyone.push({ deliveryId, address, kind, sandbox: lower.endsWith(sandboxEnd) });
    return true;
  });
  return { to: once("to"), cc: once("cc"), bcc: once("bcc"), everyone };
}
function acceptedData({ creditsPerRecipient }, { draft, contents, recipients: { to, cc, bcc, everyone }, suppressed, context }) {
  const isSuppressed = ({ address }) => suppressed.has(address);
  const recipients = suppressed.size === 0 ? everyone : everyone.filter((one) => !isSuppressed(one));
  return {
    from: draft.from,
    to,
    cc,
    bcc,
    replyTo: [...draft.replyTo],
    subject: draft.subject,
    html: contents.html,
    text: contents.text,
    template: draft.template && {
      templateId: draft.template.templateId,
      revision: draft.template.revision,
      variables: contents.variables
    },
    headers: { ...draft.headers },
    attachments: contents.attachments,
    tags: [...draft.tags],
    scheduledFor: draft.scheduledFor,
    batchId: draft.batchId,
    messageStream: draft.messageStream,
    trackOpens: draft.trackOpens,
    trackClicks: draft.trackClicks,
    recipients,
    suppressedRecipients: suppressed.size === 0 ? [] : everyone.filter(isSuppressed).map(({ address }) => address),
    credits: recipients.length * creditsPerRecipient,
    batch: context.batch,
    campaign: context.campaign
  };
}
export {
  acceptedData,
  inlineContents,
  recipientsOf,
  storedContents
};
//# sourceMappingURL=acceptedData.js.map
