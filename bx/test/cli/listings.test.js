// test/cli/listings.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../src/adapters/position.js";
import { terminal, workspaceInTerminal } from "./terminal.js";
var test = suite("listings");
test.before.each(async (state) => {
  state.cli = await terminal();
  await state.cli.run("workspaces create default");
});
var workspace = workspaceInTerminal("default");
var upTo = (count) => Array.from({ length: count }, (_, at) => at);
var atMs = (ms) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
var place = (at) => ({
  key: `k${String(at).padStart(6, "0")}`,
  position: positionAt(BigInt("9".repeat(20)))
});
test("every key is listed, also those made at one moment", async ({ cli }) => {
  const key = { hash: "h", name: null, scopes: [], expiresAt: null, revokedAt: null };
  await cli.models.apiKeys.writeMany(
    upTo(2300).map((at) => ({
      ...place(at),
      document: { ...key, keyId: place(at).key, workspace, createdAt: atMs(Math.floor(at / 1e3)) }
    }))
  );
  const { data } = await cli.json("keys list");
  assert.equal(
    data.map(({ id }) => id),
    upTo(2300).map((at) => place(at).key)
  );
});
test("every workspace is listed", async ({ cli }) => {
  await cli.models.workspaces.writeMany(
    upTo(10100).map((at) => ({
      ...place(at),
      document: { id: place(at).key, name: `w${at}`, pace: null, suspended: null, openedAt: atMs(0) }
    }))
  );
  assert.is((await cli.json("workspaces list")).data.length, 10101);
});
test("deliveries are listed up to the limit, and it is said that there are more", async ({ cli }) => {
  const delivery = {
    ...{ workspace, endpointId: "e", eventId: "v", kind: "delivered", subjectId: "s" },
    ...{ status: "pending", attempts: 0, lastAttemptAt: null, lastStatus: null, lastReason: null },
    nextAttemptAt: null,
    pendingSince: null
  };
  await cli.models.webhookDeliveries.writeMany(
    upTo(1200).map((at) => ({ ...place(at), document: { ...delivery, scheduledAt: atMs(at) } }))
  );
  const listed = async (options) => {
    const { stdout, stderr } = await cli.run(`webhooks deliveries --json ${options}`);
    const ids = JSON.parse(stdout).map(({ id }) => id);
    assert.equal(
      ids,
      upTo(ids.length).map((at) => place(1199 - at).key)
    );
    return { count: ids.length, said: stderr };
  };
  assert.equal(await listed("--limit 1200"), { count: 1200, said: "" });
  assert.equal(await listed("--limit 9999999"), { count: 1200, said: "" });
  const more = (limit) => ({
    count: limit,
    said: `postledger: there are more than these ${limit}: see --limit.
`
  });
  assert.equal(await listed("--limit 1199"), more(1199));
  assert.equal(await listed("--limit 1"), more(1));
  assert.equal(await listed("--status pending"), more(50));
});
test.run();
//# sourceMappingURL=listings.test.js.map
