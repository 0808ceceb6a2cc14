// src/commands/sms/acceptSms.ts
import { sms } from "../../events/sms.js";
import { uuid5 } from "../../events/uuid5.js";
import { appendOnce, firstEventOf, unlessRefused } from "../kernel/appendOnce.js";
import { newEvent } from "../kernel/ledger.js";
import { invalid } from "../kernel/refusal.js";
import { MAX_SMS_SEGMENTS, smsSegments } from "./smsSegments.js";
import { approvedSmsTemplate } from "./smsTemplate.js";
function smsIdOf(workspace, idempotencyKey) {
  return uuid5("sms", workspace, idempotencyKey);
}
async function acceptSms(dependencies, origin, idempotencyKey, request) {
  const { ledger } = dependencies;
  const stream = sms.stream(smsIdOf(origin.workspace, idempotencyKey));
  const find = () => firstEventOf(ledger.store, stream, "SmsAccepted");
  return unlessRefused(async () => {
    const decided = await decideSms(dependencies, origin, request);
    const before = request.metadata === null ? null : await find();
    if (before !== null) return before;
    const data = { ...decided, metadata: request.metadata === null ? null : await request.metadata() };
    const event = newEvent(ledger, origin, { type: "SmsAccepted", data });
    return (await appendOnce(ledger.store, stream, event)).first;
  }, find);
}
async function decideSms({ ledger, renderer, creditsPerSegment, isForeignNumber }, { workspace }, request) {
  if (await isForeignNumber(workspace, request.from))
    throw invalid("/from", "is a number that is assigned to another workspace");
  const path = "name" in request.template ? "/template" : "/template_id";
  const template = await approvedSmsTemplate(ledger, workspace, request.template);
  if (template === null) throw invalid(path, "names no approved SMS template of this workspace");
  const text = await rendered(renderer, workspace, template, request.variables, path);
  const segments = smsSegments(text);
  if (segments === null)
    throw invalid(path, `renders to more than the ${MAX_SMS_SEGMENTS} segments that a message may have`);
  if (segments === 0) throw invalid(path, "renders to an empty text with these variables");
  const { from, to, tags } = request;
  const { templateId } = template;
  return { from, to, templateId, text, segments, credits: segments * creditsPerSegment, tags: [...tags] };
}
async function rendered(renderer, workspace, { body }, variables, path) {
  const parts = [{ name: "text", source: body, escape: false }];
  const result = await renderer.render({ workspace, parts, variables: [variables] });
  if (result.outcome === "rendered") return result.parts.text ?? "";
  if (result.outcome === "failed" && result.variable !== null)
    throw invalid(`/variables/${result.variable}`, "is needed by the template and missing");
  throw invalid(path, `cannot be rendered with these variables: ${result.reason}`);
}
export {
  acceptSms,
  smsIdOf
};
//# sourceMappingURL=acceptSms.js.map
