// src/cli/webhooks/redeliver.ts
import { Option } from "commander";
import { counted } from "../../audit/wording.js";
import { redeliverEvent } from "../../commands/webhook/redeliverEvent.js";
import { webhookDeliveryIdOf } from "../../events/webhookDelivery.js";
import { instant } from "../../ports/clock.js";
import { AppendTooLarge } from "../../ports/eventStore.js";
import { forEachOf } from "../../sender/forEachOf.js";
import { moment, momentMs, uuid, uuids } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { progressBar } from "../progress.js";
import { workspaceNamed } from "../workspaceNamed.js";
import { endpointWithId } from "./endpointWithId.js";
import { deadEvents, eventOf, everyEvent } from "./eventsToRedeliver.js";
function addRedeliver(group, cli) {
  const again = group.command("redeliver").description("post deliveries again, at once and with all their attempts").argument("[delivery-ids...]", "ids of deliveries", uuids).option("--endpoint <id>", "to this endpoint, also when it was created since", uuid).option("--since <time>", "all of a time range: 2026-03-01T09:00:00Z, or 2h for two hours ago", moment).option("--until <time>", "the end of the range; now when absent", moment).addOption(
    new Option(
      "--state <state>",
      "of the time range the deliveries that are dead, or all events that the endpoint subscribes to"
    ).choices(["dead", "all"]).default("dead")
  ).option("--resume <run>", "continue a run over a time range that was interrupted", uuid);
  cli.ledgerAction(again, async (call) => {
    const { since, until, endpoint, resume } = call.options;
    const isRange = since !== void 0 || until !== void 0 || resume !== void 0 || again.getOptionValueSource("state") === "cli";
    if (call.args.length > 0 && isRange)
      throw new CliError(
        "give ids of deliveries, or a time range with its --state and --resume, not both.",
        "usage"
      );
    if (call.args.length > 0) return idsRedelivered(call);
    if (typeof endpoint !== "string" || typeof since !== "string")
      throw new CliError("say which deliveries: by their ids, or by --endpoint and --since.", "usage");
    return rangeRedelivered(call, endpoint, since);
  });
}
async function idsRedelivered(call) {
  const { id: workspace, origin } = await workspaceNamed(call);
  const found = await Promise.all(call.args.map((id) => eventFor(call, workspace, id)));
  const results = [];
  for (const event of found) results.push(await oneRedelivered(call, origin, event));
  const data = results.map(({ id, status }) => ({ id, status }));
  const text = results.map((result) => result.text).join("\n");
  return { data: data.length > 1 ? data : data[0], text };
}
async function eventFor(call, workspace, id) {
  const { endpoint } = call.options;
  const event = await eventOf(call.ledger.store, id, workspace);
  if (event === null) throw new CliError(`the workspace has no webhook delivery ${id}.`, "not_found");
  const wanted = typeof endpoint === "string" ? endpoint : event.endpointId;
  const { endpointId } = await activeEndpoint(call, workspace, wanted);
  return { ...event, endpointId };
}
async function activeEndpoint(call, workspace, endpointId) {
  const endpoint = await endpointWithId(call, workspace, endpointId);
  if (endpoint.status !== "ACTIVE")
    throw new CliError(`the endpoint ${endpointId} is disabled: nothing is posted to it.`);
  return endpoint;
}
async function oneRedelivered({ ledger }, origin, event) {
  const id = webhookDeliveryIdOf(event.eventId, event.endpointId);
  const isNew = await redeliverEvent(ledger, origin, event, "all") !== "left";
  return { id, status: "pending", text: isNew ? `${id} is due now.` : `${id} is due already.` };
}
var quotedForShell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
var CONCURRENCY = 32;
async function rangeRedelivered(call, endpointId, since) {
  const { ledger, options, host } = call;
  const nowMs = ledger.clock.nowMs();
  const { id: workspace, origin } = await workspaceNamed(call);
  const endpoint = await activeEndpoint(call, workspace, endpointId);
  const from = instant(momentMs(since, nowMs));
  const until = instant(typeof options.until === "string" ? momentMs(options.until, nowMs) : nowMs);
  if (until < from) throw new CliError("--until lies before --since.", "usage");
  const run = typeof options.resume === "string" ? options.resume : ledger.ids.uuid();
  const state = options.state === "all" ? "all" : "dead";
  const given = ["data", "as"].map((name) => {
    const value = options[name];
    return typeof value === "string" ? `--${name} ${quotedForShell(value)} ` : "";
  });
  const again = `${given.join("")}--workspace ${workspace} --endpoint ${endpointId} --since ${from} --until ${until} --state ${state} --resume ${run}`;
  host.stderr(`postledger: if this is interrupted, go on by: webhooks redeliver ${again}
`);
  const range = { workspace, endpoint, since: from, until };
  const counts = { scheduled: 0, requeued: 0, left: 0, too_large: 0 };
  const unit = state === "all" ? "events of the log" : "dead deliveries";
  const pages = state === "all" ? everyEvent(call, range) : deadEvents(call, range);
  const redeliverAll = async (onMore) => {
    for await (const { read, events } of pages) {
      await forEachOf(events, CONCURRENCY, new AbortController().signal, async (event) => {
        const made = redeliverEvent(ledger, { ...origin, correlation: run }, event, state);
        counts[await made.catch(tooLargeOrThrow)] += 1;
      });
      onMore(read);
    }
  };
  await progressBar(call, "Redelivering", null, redeliverAll, unit);
  const due = counts.scheduled + counts.requeued;
  return {
    data: { run, endpoint_id: endpointId, since: from, until, state, ...counts },
    text: `${due} deliveries are due now, ${counts.scheduled} of them new to the endpoint; ${counts.left} were left as they are.` + (counts.too_large === 0 ? "" : ` Too large to be posted: ${counted(counts.too_large, "event")}.`)
  };
}
function tooLargeOrThrow(error) {
  if (error instanceof AppendTooLarge) return "too_large";
  throw error;
}
export {
  addRedeliver
};
//# sourceMappingURL=redeliver.js.map
