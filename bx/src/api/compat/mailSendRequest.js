// src/api/compat/mailSendRequest.ts
import { givenText } from "../../commands/kernel/storedText.js";
import { instant } from "../../ports/clock.js";
import { mediaTypeOf } from "../emails/mediaType.js";
import { decodedContent } from "./attachments.js";
import { mailboxOf } from "./mailboxes.js";
import { mailSendFields } from "./mailSendFields.js";
import { mailSendRuleIssues } from "./mailSendRules.js";
import { requestReader } from "./readFields.js";
var read = requestReader(mailSendFields, mailSendRuleIssues);
var readMailSend = ({ value: sent, faults, inexact }) => {
  const { body, issues } = read(sent);
  const all = [...faults, ...inexact(), ...issues];
  return all.length > 0 ? { issues: all } : { value: messagesOf(body) };
};
function messagesOf(body) {
  const replyTo = [...body.reply_to === void 0 ? [] : [body.reply_to], ...body.reply_to_list ?? []];
  const part = (type) => body.content?.find((one) => one.type === type)?.value || null;
  const { click_tracking, open_tracking } = body.tracking_settings ?? {};
  const shared = {
    from: mailboxOf(body.from),
    replyTo: replyTo.map(mailboxOf),
    html: textOf(part("text/html")),
    text: textOf(part("text/plain")),
    attachments: (body.attachments ?? []).map(attachmentOf),
    tags: body.categories ?? [],
    batchId: null,
    messageStream: "transactional",
    trackOpens: open_tracking?.enable ?? true,
    trackClicks: click_tracking?.enable ?? true
  };
  return body.personalizations.map((one, at) => {
    const { template_id: templateId } = body;
    const variables = one.dynamic_template_data === void 0 ? null : givenText(JSON.stringify(one.dynamic_template_data));
    const sendAt = one.send_at ?? body.send_at;
    const request = {
      ...shared,
      to: one.to.map(mailboxOf),
      cc: (one.cc ?? []).map(mailboxOf),
      bcc: (one.bcc ?? []).map(mailboxOf),
      subject: templateId === void 0 ? one.subject ?? body.subject ?? null : null,
      template: templateId === void 0 ? null : { by: "id", templateId: templateId.toLowerCase(), variables },
      headers: mergedHeaders(body.headers ?? {}, one.headers ?? {}),
      scheduledFor: sendAt === void 0 ? null : instant(sendAt * 1e3)
    };
    return { request, timePath: one.send_at === void 0 ? "/send_at" : `/personalizations/${at}/send_at` };
  });
}
var textOf = (text) => text === null ? null : givenText(text);
function mergedHeaders(outer, inner) {
  const own = new Set(Object.keys(inner).map((name) => name.toLowerCase()));
  const others = Object.entries(outer).filter(([name]) => !own.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...inner };
}
function attachmentOf(one) {
  const { filename, type, content_id, disposition, content } = one;
  return {
    filename,
    type: mediaTypeOf(filename, type),
    contentId: content_id ?? null,
    disposition: disposition ?? "attachment",
    content: decodedContent(content)
  };
}
export {
  readMailSend
};
//# sourceMappingURL=mailSendRequest.js.map
