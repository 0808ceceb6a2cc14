// src/cli/webhooks/show.ts
import { evolveDelivery } from "../../commands/webhook/webhookDeliveryState.js";
import { webhookDelivery } from "../../events/webhookDelivery.js";
import { listing, printable } from "../answer.js";
import { uuid } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { workspaceNamed } from "../workspaceNamed.js";
import { endpointWithId } from "./endpointWithId.js";
function addShow(group, cli) {
  const show = group.command("show").description("one delivery with every attempt, and what the endpoint said").argument("<delivery-id>", "id of the delivery", uuid);
  cli.ledgerAction(show, shown);
}
async function shown(call) {
  const id = call.args[0] ?? "";
  const { id: workspace } = await workspaceNamed(call);
  const recorded = await webhookDelivery.read(call.ledger.store, id);
  const [scheduled] = recorded;
  if (scheduled?.type !== "WebhookDeliveryScheduled" || scheduled.metadata.workspace !== workspace)
    throw new CliError(`the workspace has no webhook delivery ${id}.`, "not_found");
  const { endpointId, eventId, kind, subjectId } = scheduled.data;
  const { name, url, status } = await endpointWithId(call, workspace, endpointId);
  const state = recorded.reduce(evolveDelivery, null)?.status;
  const history = recorded.slice(1).map(lineOf);
  const scheduledAt = scheduled.metadata.at;
  const data = {
    id,
    status: state,
    type: kind,
    event_id: eventId,
    message_id: subjectId,
    endpoint: { id: endpointId, name, url, status },
    scheduled_at: scheduledAt,
    history
  };
  const heading = [
    `${id} is ${state}`,
    `  ${kind}, event ${eventId}, message ${subjectId}`,
    `  to ${endpointId} ${printable(name)}, ${status}, ${printable(url)}`,
    `  scheduled at ${scheduledAt}`
  ];
  const rows = history.map((line) => [
    line.at,
    line.what,
    line.attempt,
    line.outcome,
    line.status,
    line.duration_ms,
    line.next_attempt_at,
    line.answer
  ]);
  const headings = ["AT", "WHAT", "ATTEMPT", "OUTCOME", "STATUS", "MS", "NEXT", "ANSWER"];
  const table = listing(headings, rows, "Nothing was attempted.");
  return { data, text: `${heading.join("\n")}

${table}` };
}
function lineOf(event) {
  const { at, actor: by } = event.metadata;
  const nothing = { attempt: null, outcome: null, status: null, answer: null };
  const untimed = { ...nothing, duration_ms: null, next_attempt_at: null };
  switch (event.type) {
    case "WebhookDeliveryScheduled":
      return { ...untimed, at, by, what: "scheduled" };
    case "WebhookDeliveryDied":
      return {
        ...untimed,
        at,
        by,
        what: "dead",
        attempt: event.data.attempts,
        outcome: event.data.reason ?? null
      };
    case "WebhookDeliveryRequeued":
      return { ...untimed, at, by, what: "requeued" };
    case "WebhookDelivered": {
      const { attempt, status, answer = null, durationMs } = event.data;
      const attempted = { attempt, outcome: "delivered", status, answer, duration_ms: durationMs };
      return { at, by, what: "attempt", ...attempted, next_attempt_at: null };
    }
    case "WebhookAttemptFailed": {
      const { attempt, reason, status, answer = null, durationMs, nextAttemptAt } = event.data;
      const attempted = { attempt, outcome: reason, status, answer, duration_ms: durationMs };
      return { at, by, what: "attempt", ...attempted, next_attempt_at: nextAttemptAt };
    }
  }
}
export {
  addShow
};
//# sourceMappingURL=show.js.map
