// src/cli/webhooks/deliveries.ts
import { Option } from "commander";
import { KINDS } from "../../dispatcher/kinds.js";
import { listing } from "../answer.js";
import { moment, uuid, wholeNumber } from "../argumentParsers.js";
import { timeRange } from "../timeRange.js";
import { workspaceNamed } from "../workspaceNamed.js";
import { deliveriesFound } from "./deliveriesFound.js";
var STATES = ["pending", "delivered", "dead"];
function addDeliveries(group, cli) {
  const deliveries = group.command("deliveries").description("newest first, by the time when they were scheduled").addOption(new Option("--status, --state <state>", "only those").choices(STATES)).option("--endpoint <id>", "only those to this endpoint", uuid).addOption(
    new Option("--kind <kind>", "only those of this kind, as it stands in the payload").choices(KINDS)
  ).option("--message <id>", "only those about this message", uuid).option("--since <time>", "none before: 2026-03-01T09:00:00Z, or 2h for two hours ago", moment).option("--until <time>", "none after", moment).option("--limit <n>", "how many at most", wholeNumber(1), "50");
  cli.ledgerAction(deliveries, listed);
}
async function listed(call) {
  const { id: workspace } = await workspaceNamed(call);
  const limit = Number(call.options.limit);
  const { found: stored, more } = await deliveriesFound(call, wantedBy(call, workspace), limit);
  if (more) call.host.stderr(`postledger: there are more than these ${limit}: see --limit.
`);
  const found = stored.map(({ key, document }) => ({
    id: key,
    endpoint_id: document.endpointId,
    event_id: document.eventId,
    type: document.kind,
    message_id: document.subjectId,
    status: document.status,
    attempts: document.attempts,
    scheduled_at: document.scheduledAt,
    last_attempt_at: document.lastAttemptAt,
    last_status: document.lastStatus,
    last_reason: document.lastReason,
    next_attempt_at: document.nextAttemptAt
  }));
  const rows = found.map((each) => [
    each.id,
    each.type,
    each.status,
    each.attempts,
    each.last_status ?? each.last_reason,
    each.scheduled_at,
    each.next_attempt_at,
    each.endpoint_id,
    each.message_id
  ]);
  const headings = ["ID", "TYPE", "STATE", "ATTEMPTS", "ANSWER", "SCHEDULED", "NEXT", "ENDPOINT", "MESSAGE"];
  return { data: found, text: listing(headings, rows, "There are no such deliveries.") };
}
function wantedBy(call, workspace) {
  const { options } = call;
  const { endpoint, kind, message } = options;
  const { since, until } = timeRange(call);
  const status = STATES.find((each) => each === options.state);
  return {
    workspace,
    ...status && { status },
    ...typeof endpoint === "string" && { endpointId: endpoint },
    ...typeof kind === "string" && { kind },
    ...typeof message === "string" && { messageId: message },
    ...since !== void 0 && { since },
    ...until !== void 0 && { until }
  };
}
export {
  addDeliveries
};
//# sourceMappingURL=deliveries.js.map
