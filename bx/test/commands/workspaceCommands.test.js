// test/commands/workspaceCommands.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { apiKeyHash, apiKeyIdOf, isApiKeySecret } from "../../src/commands/workspace/apiKeySecret.js";
import { apiKeysDecider, createApiKey } from "../../src/commands/workspace/apiKeys.js";
import { creditsDecider } from "../../src/commands/workspace/grantCredits.js";
import { openLedger } from "../../src/commands/workspace/openLedger.js";
import { openWorkspace, workspaceDecider } from "../../src/commands/workspace/openWorkspace.js";
import { sendingPaceDecider } from "../../src/commands/workspace/setSendingPace.js";
import { given } from "../support/given.js";
import { manualClock } from "../support/manualClock.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { seededIds } from "../support/seededIds.js";
var opened = { type: "WorkspaceOpened", data: { name: "default" } };
var hash = "ab".repeat(32);
var keyId = apiKeyIdOf(hash);
var create = {
  do: "create",
  keyId,
  hash,
  name: "ci",
  scopes: ["sms:read", "email:send"],
  expiresAtMs: Date.parse("2026-02-01T00:00:00Z"),
  nowMs: Date.parse("2026-01-01T00:00:00Z")
};
var created = {
  type: "ApiKeyCreated",
  data: {
    keyId,
    hash,
    name: "ci",
    scopes: ["email:send", "sms:read"],
    expiresAt: "2026-02-01T00:00:00.000Z"
  }
};
var revoked = { type: "ApiKeyRevoked", data: { keyId } };
var workspaces = suite("workspace commands");
workspaces("opens a workspace once", () => {
  given(workspaceDecider).when({ name: "default" }).then(opened);
  given(workspaceDecider, opened).when({ name: "default" }).then();
  for (const name of ["", " a", "a ", "a\nb", "-", "a".repeat(101)])
    given(workspaceDecider).when({ name }).thenRefused("invalid", { path: "/name" });
  given(workspaceDecider).when({ name: "\xC7a\u011Fr\u0131 2.0_x" }).then({ type: "WorkspaceOpened", data: { name: "\xC7a\u011Fr\u0131 2.0_x" } });
});
workspaces("creates and revokes keys", () => {
  given(apiKeysDecider, opened).when(create).then(created);
  given(apiKeysDecider).when(create).thenRefused("notFound");
  given(apiKeysDecider, opened).when({ ...create, scopes: ["email:send", "all"] }).thenRefused("invalid", { path: "/scopes/1" });
  given(apiKeysDecider, opened).when({ ...create, scopes: [] }).thenRefused("invalid", { path: "/scopes" });
  given(apiKeysDecider, opened).when({ ...create, expiresAtMs: create.do === "create" ? create.nowMs : 0 }).thenRefused("invalid", { path: "/expires_at" });
  given(apiKeysDecider, opened, created).when({ do: "revoke", keyId }).then(revoked);
  given(apiKeysDecider, opened, created, revoked).when({ do: "revoke", keyId }).then();
  given(apiKeysDecider, opened).when({ do: "revoke", keyId }).thenRefused("notFound");
});
workspaces("sets the pace", () => {
  const set = { type: "SendingPaceSet", data: { perSecond: 5, perDay: 100 } };
  given(sendingPaceDecider, opened).when({ perSecond: 5, perDay: 100 }).then(set);
  given(sendingPaceDecider, opened, set).when({ perSecond: 5, perDay: 100 }).then();
  given(sendingPaceDecider).when({ perSecond: 5, perDay: 100 }).thenRefused("notFound");
  given(sendingPaceDecider, opened).when({ perSecond: 0, perDay: 1.5 }).thenRefused("invalid", { path: "/per_second" }, { path: "/per_day" });
});
workspaces("grants credits", () => {
  given(creditsDecider, opened).when({ credits: 10 }).then({ type: "CreditsGranted", data: { credits: 10 } });
  given(creditsDecider, opened).when({ credits: -3 }).then({ type: "CreditsGranted", data: { credits: -3 } });
  given(creditsDecider, opened).when({ credits: 0 }).thenRefused("invalid", { path: "/credits" });
  given(creditsDecider, opened).when({ credits: 0.5 }).thenRefused("invalid", { path: "/credits" });
  given(creditsDecider).when({ credits: 1 }).thenRefused("notFound");
});
workspaces("keeps nothing of a key but its hash", async () => {
  const store = memoryEventStore();
  const ledger = { store, clock: manualClock(), ids: seededIds() };
  const by = { actor: "operator", correlation: ledger.ids.uuid(), causation: null };
  await openLedger(ledger, sealedSecrets(Buffer.alloc(32, 7), ledger.ids));
  const first = await openWorkspace(ledger, by, "default");
  assert.is(first.opened, true);
  assert.is((await openWorkspace(ledger, by, "default")).opened, false);
  const key = await createApiKey(
    ledger,
    { ...by, workspace: first.id },
    { scopes: ["email:send"], name: null, expiresAtMs: null }
  );
  assert.ok(isApiKeySecret(key.key));
  assert.is(key.id, apiKeyIdOf(apiKeyHash(key.key)));
  const log = JSON.stringify(store.log);
  assert.not(log.includes(key.key));
  assert.ok(log.includes(apiKeyHash(key.key)));
});
workspaces.run();
//# sourceMappingURL=workspaceCommands.test.js.map
