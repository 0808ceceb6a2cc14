// src/main/firstStart.ts
import { decideOn } from "../commands/kernel/decider.js";
import { entryIn } from "../commands/kernel/immutableMap.js";
import { apiKeyHash, apiKeyIdOf, newApiKeySecret } from "../commands/workspace/apiKeySecret.js";
import { apiKeysDecider } from "../commands/workspace/apiKeys.js";
import { ledgerOpened } from "../commands/workspace/openLedger.js";
import { workspaceDecider, workspaceIdOf } from "../commands/workspace/openWorkspace.js";
import { SCOPES } from "../commands/workspace/scopes.js";
import { workspace } from "../events/workspace.js";
var DEFAULT_WORKSPACE = "default";
var KEPT_BY_CALLER = {
  keep: async (key) => key,
  made: async () => {
  },
  drop: async () => {
  }
};
async function firstStart(ledger, keeper = KEPT_BY_CALLER) {
  const opened = await ledgerOpened(ledger.store);
  if (opened === null) throw new Error("the ledger was not opened");
  const id = workspaceIdOf(opened.ledgerId, DEFAULT_WORKSPACE);
  const by = { workspace: id, actor: "operator", correlation: ledger.ids.uuid(), causation: null };
  let first = null;
  const stream = workspace.stream(id);
  const { state, position } = await decideOn(ledger, by, stream, apiKeysDecider, async ({ state: found }) => {
    if (found.keys.size > 0) return [];
    const key = await keeper.keep(newApiKeySecret(ledger.ids), opened.atMs);
    const hash = apiKeyHash(key);
    first = { id: apiKeyIdOf(hash), key };
    const create = { keyId: first.id, hash, name: "first key", scopes: SCOPES, expiresAtMs: null };
    return [
      ...workspaceDecider.decide({ name: DEFAULT_WORKSPACE }, found.open ? "open" : "absent"),
      ...apiKeysDecider.decide(
        { ...create, do: "create", nowMs: ledger.clock.nowMs() },
        { ...found, open: true }
      )
    ];
  });
  if (first === null) return null;
  if (position === null) {
    if (entryIn(state.keys, first.id) === void 0) await keeper.drop();
    return null;
  }
  await keeper.made(first.key);
  return first;
}
export {
  firstStart
};
//# sourceMappingURL=firstStart.js.map
