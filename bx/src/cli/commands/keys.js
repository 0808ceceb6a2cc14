// src/cli/commands/keys.ts
import { createApiKey } from "../../commands/workspace/apiKeys.js";
import { KEY_REVOKED_CHANNEL, revokeApiKey } from "../../commands/workspace/revokeApiKey.js";
import { isScope, SCOPES } from "../../commands/workspace/scopes.js";
import { listApiKeys } from "../../projections/apiKeys.js";
import { listing } from "../answer.js";
import { duration, durationMs, uuid } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { workspaceNamed } from "../workspaceNamed.js";
var keys = (program, cli) => {
  const group = program.command("keys").description("API keys of a workspace");
  addCreate(group, cli);
  addList(group, cli);
  addRevoke(group, cli);
};
var addCreate = (group, cli) => {
  const create = group.command("create").description("make a key; it is shown once").option("--scopes <scopes>", `needed: all, or a comma list of ${SCOPES.join(", ")}`).option("--name <name>", "a name to recognize it by").option("--expires <duration>", "when it stops working, such as 12h or 30d; never when absent", duration);
  cli.ledgerAction(create, async (call) => {
    const { ledger, options } = call;
    const scopes = scopesIn(options.scopes);
    const { name, origin } = await workspaceNamed(call);
    const lifeMs = typeof options.expires === "string" ? durationMs(options.expires) : null;
    await call.readModel("apiKeys");
    const created = await createApiKey(ledger, origin, {
      scopes,
      name: typeof options.name === "string" ? options.name : null,
      expiresAtMs: lifeMs === null ? null : ledger.clock.nowMs() + lifeMs
    });
    await call.folded("apiKeys");
    const { id, key, expiresAt } = created;
    const until = expiresAt === null ? "never expires" : `expires at ${expiresAt}`;
    return {
      data: { id, key, scopes: created.scopes, expires_at: expiresAt },
      text: `${key}

Key ${id} of workspace ${name}, ${until}. It is not shown again.`
    };
  });
};
var addList = (group, cli) => {
  cli.ledgerAction(group.command("list").description("oldest first"), async (call) => {
    const { id: workspace } = await workspaceNamed(call);
    const nowMs = call.ledger.clock.nowMs();
    const found = (await listApiKeys(await call.readModel("apiKeys"), workspace)).map((key) => ({
      id: key.keyId,
      name: key.name,
      scopes: key.scopes,
      status: statusOf(key, nowMs),
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt
    }));
    const rows = found.map(({ id, name, status, created_at, expires_at, scopes }) => {
      const granted = scopes.length === SCOPES.length ? "all" : scopes;
      return [id, name, status, created_at, expires_at, granted];
    });
    const headings = ["ID", "NAME", "STATUS", "CREATED", "EXPIRES", "SCOPES"];
    return { data: found, text: listing(headings, rows, "There is no key yet.") };
  });
};
var addRevoke = (group, cli) => {
  const revoke = group.command("revoke").description("refuse a key from now on").argument("<key-id>", "id of the key", uuid);
  cli.ledgerAction(revoke, async (call) => {
    const { origin } = await workspaceNamed(call);
    const keyId = call.args[0] ?? "";
    await revokeApiKey(call.ledger, origin, keyId);
    await call.folded("apiKeys");
    call.hints.publish(KEY_REVOKED_CHANNEL, keyId);
    return { data: { id: keyId, revoked: true }, text: `Key ${keyId} is revoked.` };
  });
};
function scopesIn(text) {
  if (typeof text !== "string")
    throw new CliError(
      `say what the key may do: --scopes all, or --scopes with a comma list of ${SCOPES.join(", ")}.`,
      "usage"
    );
  if (text === "all") return SCOPES;
  const scopes = text.split(",").map((scope) => scope.trim());
  const wrong = scopes.find((scope) => !isScope(scope));
  if (wrong !== void 0)
    throw new CliError(
      `there is no scope ${JSON.stringify(wrong)}: say all, or any of ${SCOPES.join(", ")}.`,
      "usage"
    );
  return scopes;
}
function statusOf({ revokedAt, expiresAt }, nowMs) {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "expired" : "active";
}
export {
  keys
};
//# sourceMappingURL=keys.js.map
