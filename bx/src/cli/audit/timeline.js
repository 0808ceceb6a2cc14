// src/cli/audit/timeline.ts
import { actorOf, wordingOf } from "../../audit/wording.js";
import { printable, table } from "../answer.js";
function timelineOf(id, workspaceName, { kind, events }) {
  const first = events[0];
  if (first === void 0) return "";
  const startMs = Date.parse(first.event.metadata.at);
  const numbers = new Map(events.map(({ event }, at) => [event.id, at + 1]));
  const rows = events.map(({ event, webhook, message }, at) => [
    at + 1,
    event.metadata.at,
    elapsed(Date.parse(event.metadata.at) - startMs),
    actorOf(event.metadata),
    causeOf(event, numbers),
    (message === void 0 ? "" : `message ${message}: `) + (webhook === null ? wordingOf(event) : `webhook ${webhook.kind} to ${webhook.endpoint.name} (${webhook.endpoint.url}): ${wordingOf(event)}`)
  ]);
  const heading = [
    `${headingOf(kind)} ${printable(id)} in workspace ${printable(workspaceName)}`,
    ...(kind === "call" ? messagesOf(events) : about(first.event)).map(
      ([label, value]) => `  ${label}: ${printable(value)}`
    )
  ];
  return `${heading.join("\n")}

${table(["#", "AT", "AFTER", "BY", "CAUSE", "WHAT"], rows)}`;
}
function causeOf({ metadata, data }, numbers) {
  const cause = metadata.causation ?? data?.cause;
  if (typeof cause !== "string") return null;
  const number = numbers.get(cause);
  return number === void 0 ? cause : `#${number}`;
}
var headingOf = (kind) => kind === "sms" ? "SMS" : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
var messagesOf = (events) => events.filter(({ event }) => event.type === "EmailAccepted" || event.type === "SmsAccepted").map(({ event, message }) => [`message ${message}`, event.stream]);
function about(accepted) {
  if (accepted.type === "EmailAccepted") {
    const { from: from2, to: to2, cc, bcc, subject, template, tags, messageStream, batch, campaign } = accepted.data;
    const lines = [
      ["from", from2],
      ["to", to2.join(", ")],
      ["cc", cc.join(", ")],
      ["bcc", bcc.join(", ")],
      ["subject", subject],
      ["template", template === null ? "" : `${template.templateId}, revision ${template.revision}`],
      ["campaign", campaign?.campaignId ?? ""],
      ["batch", batch === null ? "" : `message ${batch.index + 1} of ${batch.size}`],
      ["tags", tags.join(", ")],
      ["stream", messageStream]
    ];
    return lines.filter(([, value]) => value !== "");
  }
  if (accepted.type !== "SmsAccepted" && accepted.type !== "SmsReceived") return [];
  const { from, to, text } = accepted.data;
  return Object.entries({ from, to, text });
}
function elapsed(ms) {
  const sign = ms < 0 ? "-" : "+";
  const size = Math.abs(ms);
  const seconds = Math.floor(size / 1e3);
  if (size < 1e3) return `${sign}${size} ms`;
  if (seconds < 60) return `${sign}${(size / 1e3).toFixed(3)} s`;
  if (seconds < 3600) return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86400)
    return `${sign}${Math.floor(seconds / 3600)} h ${Math.floor(seconds % 3600 / 60)} min`;
  return `${sign}${Math.floor(seconds / 86400)} d ${Math.floor(seconds % 86400 / 3600)} h`;
}
export {
  elapsed,
  timelineOf
};
//# sourceMappingURL=timeline.js.map
