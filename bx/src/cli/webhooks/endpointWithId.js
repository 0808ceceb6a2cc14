// src/cli/webhooks/endpointWithId.ts
import { webhookEndpointWithId } from "../../commands/webhook/webhookEndpoints.js";
import { CliError } from "../cli.js";
async function endpointWithId({ ledger: { store } }, workspace, endpointId) {
  const endpoint = await webhookEndpointWithId(store, workspace, endpointId);
  if (endpoint === void 0)
    throw new CliError(`the workspace has no webhook endpoint ${endpointId}.`, "not_found");
  return endpoint;
}
export {
  endpointWithId
};
//# sourceMappingURL=endpointWithId.js.map
