// src/commands/workspace/apiKeys.ts
import { workspace } from "../../events/workspace.js";
import { instant } from "../../ports/clock.js";
import { handle } from "../kernel/decider.js";
import { EMPTY_MAP, entryIn, withEntry } from "../kernel/immutableMap.js";
import { notFound, Refusal } from "../kernel/refusal.js";
import { apiKeyHash, apiKeyIdOf, newApiKeySecret } from "./apiKeySecret.js";
import { isScope, SCOPES } from "./scopes.js";
var API_KEY_NAME_MAX = 100;
var apiKeysDecider = {
  initial: { open: false, keys: EMPTY_MAP },
  evolve: (state, event) => {
    if (event.type === "WorkspaceOpened") return { ...state, open: true };
    if (event.type === "ApiKeyCreated")
      return { ...state, keys: withEntry(state.keys, event.data.keyId, "active") };
    if (event.type === "ApiKeyRevoked")
      return { ...state, keys: withEntry(state.keys, event.data.keyId, "revoked") };
    return state;
  },
  decide: (command, state) => {
    if (!state.open) throw notFound("There is no such workspace.");
    if (command.do === "revoke") {
      const key = entryIn(state.keys, command.keyId);
      if (key === void 0) throw notFound("There is no such key.");
      return key === "revoked" ? [] : [{ type: "ApiKeyRevoked", data: { keyId: command.keyId } }];
    }
    const { keyId, hash, name, expiresAtMs } = command;
    const issues = keyIssues(command);
    if (issues.length > 0) throw new Refusal("invalid", issues);
    const scopes = SCOPES.filter((scope) => command.scopes.includes(scope));
    const expiresAt = expiresAtMs === null ? null : instant(expiresAtMs);
    return [{ type: "ApiKeyCreated", data: { keyId, name, hash, scopes, expiresAt } }];
  }
};
function keyIssues({ name, scopes, expiresAtMs, nowMs }) {
  const issues = [];
  if (name !== null && (name === "" || [...name].length > API_KEY_NAME_MAX))
    issues.push({ path: "/name", message: `must have 1 to ${API_KEY_NAME_MAX} characters` });
  if (scopes.length === 0) issues.push({ path: "/scopes", message: "must name at least one scope" });
  scopes.forEach((scope, at) => {
    if (!isScope(scope))
      issues.push({ path: `/scopes/${at}`, message: `must be one of ${SCOPES.join(", ")}` });
  });
  if (expiresAtMs !== null && expiresAtMs <= nowMs)
    issues.push({ path: "/expires_at", message: "must lie in the future" });
  return issues;
}
async function createApiKey(ledger, origin, { scopes, name, expiresAtMs }) {
  const key = newApiKeySecret(ledger.ids);
  const hash = apiKeyHash(key);
  const id = apiKeyIdOf(hash);
  const { position } = await handle(ledger, origin, workspace.stream(origin.workspace), apiKeysDecider, {
    do: "create",
    keyId: id,
    hash,
    name,
    scopes,
    expiresAtMs,
    nowMs: ledger.clock.nowMs()
  });
  return {
    id,
    key,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    expiresAt: expiresAtMs === null ? null : instant(expiresAtMs),
    position
  };
}
export {
  apiKeysDecider,
  createApiKey
};
//# sourceMappingURL=apiKeys.js.map
