// src/cli/webhooks/sample.ts
import { postSample, SecretUnreadable } from "../../dispatcher/sample.js";
import { printable } from "../answer.js";
import { uuid } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { workspaceNamed } from "../workspaceNamed.js";
import { endpointWithId } from "./endpointWithId.js";
function addSample(group, cli) {
  const sample = group.command("test").description("post a signed sample event to an endpoint now; nothing of it is recorded").argument("<endpoint-id>", "id of the endpoint", uuid);
  cli.ledgerAction(sample, posted);
}
async function posted(call) {
  const { secrets, ledger, openPoster } = call;
  const endpointId = call.args[0] ?? "";
  const { id: workspace } = await workspaceNamed(call);
  const endpoint = await endpointWithId(call, workspace, endpointId);
  const poster = openPoster();
  const { eventId, durationMs, ...result } = await postSample(ledger, { secrets, poster }, endpoint).catch((error) => {
    throw error instanceof SecretUnreadable ? new CliError(error.message) : error;
  }).finally(() => poster.close());
  const { url } = endpoint;
  const data = { endpoint_id: endpointId, url, event_id: eventId, ...result, duration_ms: durationMs };
  const answer = result.answer === null ? "" : `
${printable(result.answer)}`;
  const what = result.status ?? `${result.outcome} (${result.detail})`;
  const text = `${printable(url)}: ${what} after ${durationMs} ms${answer}`;
  return { data, text, failed: result.outcome !== "delivered" };
}
export {
  addSample
};
//# sourceMappingURL=sample.js.map
