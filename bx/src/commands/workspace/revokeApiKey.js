// src/commands/workspace/revokeApiKey.ts
import { workspace } from "../../events/workspace.js";
import { handle } from "../kernel/decider.js";
import { apiKeysDecider } from "./apiKeys.js";
var KEY_REVOKED_CHANNEL = "key-revoked";
async function revokeApiKey(ledger, origin, keyId) {
  const stream = workspace.stream(origin.workspace);
  const { position } = await handle(ledger, origin, stream, apiKeysDecider, { do: "revoke", keyId });
  return position;
}
export {
  KEY_REVOKED_CHANNEL,
  revokeApiKey
};
//# sourceMappingURL=revokeApiKey.js.map
