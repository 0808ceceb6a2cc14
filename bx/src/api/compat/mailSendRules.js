// src/api/compat/mailSendRules.ts
import { isUuid } from "../../events/fieldPatterns.js";
import { attachmentTypeIssues, recipientsSizeIssues, WITH_TEMPLATE } from "../emails/emailRules.js";
import { headerIssues } from "../emails/headerRules.js";
import { isObject } from "../schemaIssues.js";
import { contentFault } from "./attachments.js";
import { senderIssues } from "./mailboxes.js";
var OWN_ID = { messageId: true };
var REPLY_TO = "/reply_to_list";
function mailSendRuleIssues(body) {
  if (!isObject(body)) return [];
  const { from, headers, attachments, template_id, tracking_settings } = body;
  const replyTo = [...texts([body.reply_to]), ...texts(body.reply_to_list)];
  const issues = [
    ...senderIssues(from),
    ...headerIssues(headers, "/headers", OWN_ID),
    ...contentIssues(body)
  ];
  if (typeof template_id === "string") issues.push(...templateIssues(template_id));
  for (const [at, one] of objects(attachments, 20)) {
    const fault = one.content === void 0 ? null : contentFault(one.content);
    if (fault !== null) issues.push({ path: `/attachments/${at}/content`, message: fault });
    issues.push(...attachmentTypeIssues(one.type, `/attachments/${at}/type`));
  }
  for (const [at, one] of objects(body.personalizations, 50)) {
    const path = `/personalizations/${at}`;
    issues.push(...headerIssues(one.headers, `${path}/headers`, OWN_ID), ...subjectIssues(body, one, path));
    const recipients = { to: texts(one.to), cc: texts(one.cc), bcc: texts(one.bcc) };
    for (const issue of recipientsSizeIssues({ ...recipients, reply_to: replyTo }))
      if (issue.path !== "/reply_to") issues.push({ ...issue, path: `${path}${issue.path}` });
      else if (!issues.some((one2) => one2.path === REPLY_TO)) issues.push({ ...issue, path: REPLY_TO });
  }
  if (isObject(tracking_settings)) issues.push(...trackingIssues(tracking_settings));
  return issues;
}
function templateIssues(id) {
  const path = "/template_id";
  const instead = "create it with POST /v1/templates and give the id it answers";
  if (id.startsWith("d-")) return [{ path, message: `names a template of another provider: ${instead}` }];
  if (isUuid(id)) return [];
  return [{ path, message: `must be the id of a template of this service: ${instead}` }];
}
var MEDIA = ["text/plain", "text/html"];
function contentIssues({ template_id, subject, content }) {
  const issues = [];
  if (template_id !== void 0) {
    if (subject !== void 0 && subject !== "") issues.push({ path: "/subject", message: WITH_TEMPLATE });
    if (content !== void 0) issues.push({ path: "/content", message: WITH_TEMPLATE });
    return issues;
  }
  if (content !== void 0 && !Array.isArray(content)) return [];
  const seen = /* @__PURE__ */ new Set();
  for (const [at, { type }] of objects(content, 100)) {
    if (typeof type !== "string") continue;
    const path = `/content/${at}/type`;
    if (!MEDIA.includes(type))
      issues.push({ path, message: "must be text/plain or text/html; send other parts as attachments" });
    else if (seen.has(type)) issues.push({ path, message: `is there twice: ${type} is sent once` });
    seen.add(type);
  }
  const hasText = objects(content, 100).some(([, { value }]) => typeof value !== "string" || value !== "");
  if (!hasText)
    issues.push({ path: "/content", message: "is required without a template, and must not be empty" });
  return issues;
}
function subjectIssues({ template_id, subject }, one, path) {
  const own = one.subject;
  const isMissing = own === void 0 && subject === void 0;
  const isExtra = own !== void 0 && own !== "";
  if (template_id !== void 0) return isExtra ? [{ path: `${path}/subject`, message: WITH_TEMPLATE }] : [];
  const message = "or the subject of the request is required without a template";
  return isMissing ? [{ path: `${path}/subject`, message }] : [];
}
function trackingIssues({ click_tracking: clicks, open_tracking: opens }) {
  const issues = [];
  const refuse = (path, message) => issues.push({ path: `/tracking_settings/${path}`, message: `is refused. ${message}` });
  if (isObject(clicks) && clicks.enable !== false && clicks.enable_text === true)
    refuse("click_tracking/enable_text", "Links in the text part are not tracked: leave it out.");
  const tag = isObject(opens) && opens.enable !== false ? opens.substitution_tag : void 0;
  if (typeof tag === "string" && tag !== "")
    refuse("open_tracking/substitution_tag", "The service finds the place of the image: leave it out.");
  return issues;
}
function objects(value, max) {
  if (!Array.isArray(value)) return [];
  return value.slice(0, max).flatMap((one, at) => isObject(one) ? [[at, one]] : []);
}
var texts = (value) => objects(value, 1e4).map(
  ([, { email, name }]) => [name, email].filter((text) => typeof text === "string").join("")
);
export {
  mailSendRuleIssues
};
//# sourceMappingURL=mailSendRules.js.map
