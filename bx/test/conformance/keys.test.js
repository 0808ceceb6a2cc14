// test/conformance/keys.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { apiKeyHash, apiKeyIdOf } from "../../src/commands/workspace/apiKeySecret.js";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { revokeApiKey } from "../../src/commands/workspace/revokeApiKey.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { fixture } from "./fixture.js";
import { nameOf, operations, send } from "./operations.js";
import { refused } from "./refused.js";
var cases = 0;
var keys = suite("conformance: keys");
keys.before(async (context) => {
  Object.assign(context, await fixture());
  const { api } = context;
  const { id: other } = await openWorkspace(api.ledger, api.origin, "other");
  const single = SCOPES.map((scope) => [scope]);
  const rings = [];
  for (const scopes of [...single, SCOPES]) rings.push(await ringOf(api, scopes, other));
  await api.clock.advance(1e3);
  Object.assign(context, { rings });
});
keys.after(async ({ api }) => {
  await api.close();
  console.log(`conformance: ${cases} cases of keys`);
});
async function ringOf(api, scopes, other) {
  const valid = await api.keyWith(scopes);
  const expired = await api.keyWith(scopes, { expiresAtMs: api.clock.nowMs() + 1 });
  const revoked = await api.keyWith(scopes);
  await revokeApiKey(api.ledger, api.origin, apiKeyIdOf(apiKeyHash(revoked)));
  const unknown = valid.slice(0, -1) + (valid.endsWith("A") ? "E" : "A");
  const dead = {
    expired: `Bearer ${expired}`,
    revoked: `Bearer ${revoked}`,
    unknown: `Bearer ${unknown}`,
    "cut short": `Bearer ${valid.slice(0, -1)}`,
    "without scheme": valid,
    "of another scheme": `Basic ${Buffer.from(`${valid}:`).toString("base64")}`,
    "sent twice": `Bearer ${valid}, Bearer ${valid}`
  };
  return { scopes, valid, foreign: await api.keyWith(scopes, { workspace: other }), dead };
}
for (const operation of operations) {
  const methods = operation.method === "GET" ? ["HEAD", "GET"] : [operation.method];
  for (const method of methods) {
    keys(`${method} ${operation.path}`, async ({ api, own, rings }) => {
      await withoutKey(api, own, operation, method);
      for (const ring of rings) await withRing(api, own, operation, method, ring);
    });
  }
}
async function mustRefuse(api, own, operation, sending, status) {
  cases += 1;
  const { method, key, authorization } = sending;
  const before = api.store.log.length;
  const headers = authorization === void 0 ? {} : { headers: { authorization } };
  const answer = await send(api, own, operation, { method, key, ...headers });
  const what = `${nameOf(operation)} with ${authorization ?? key}`;
  if (method === "HEAD") assert.equal([answer.status, answer.text], [status, ""], what);
  else refused(answer, status, what);
  assert.is(api.store.log.length, before, `${what} stored something`);
}
async function withoutKey(api, own, operation, method) {
  await mustRefuse(api, own, operation, { method, key: null }, 401);
  for (const authorization of ["", "Bearer", "Bearer ", "Bearer x", "Bearer null", "Basic Og=="])
    await mustRefuse(api, own, operation, { method, key: null, authorization }, 401);
}
async function withRing(api, own, operation, method, { scopes, valid, foreign, dead }) {
  for (const authorization of Object.values(dead))
    await mustRefuse(api, own, operation, { method, key: null, authorization }, 401);
  if (!scopes.includes(operation.scope)) {
    for (const key of [valid, foreign]) await mustRefuse(api, own, operation, { method, key }, 403);
    return;
  }
  const theirs = await send(api, own, operation, { method, key: foreign });
  cases += 1;
  const what = `${nameOf(operation)} for ${scopes}`;
  if (operation.foreign < 300 || method === "HEAD")
    assert.is(theirs.status, operation.foreign, `${what} foreign: ${theirs.text}`);
  else refused(theirs, operation.foreign, `${what} foreign`);
  if (scopes.length > 1 && (operation.method === "DELETE" || operation.path === "/v1/webhooks")) return;
  const ours = await send(api, own, operation, { method, key: valid });
  cases += 1;
  assert.is(ours.status, operation.status, `${what}: ${ours.text}`);
}
keys("a key with every scope but one is refused that one alone", async ({ api, own }) => {
  for (const scope of SCOPES) {
    const key = await api.keyWith(SCOPES.filter((one) => one !== scope));
    for (const operation of operations) {
      if (operation.scope === scope) {
        await mustRefuse(api, own, operation, { method: operation.method, key }, 403);
        continue;
      }
      cases += 1;
      const answer = await send(api, own, operation, { key, body: "{", id: "x" });
      assert.not([401, 403].includes(answer.status), `${nameOf(operation)}: ${answer.text}`);
    }
  }
});
keys("every scope of the specification opens something", () => {
  const opened = new Set(operations.map(({ scope }) => scope));
  assert.equal([...opened].sort(), [...SCOPES].sort());
});
keys.run();
//# sourceMappingURL=keys.test.js.map
