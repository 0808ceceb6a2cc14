// test/api/suspension.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { decideSuspension } from "../../src/commands/workspace/suspension.js";
import { EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { apiFixture } from "../support/apiFixture.js";
var test = suite("a suspended workspace");
test.before.each(async (state) => {
  state.api = await apiFixture();
});
test.after.each(({ api }) => api.close());
var email = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
var keys = 0;
var send = (api, key = api.key, url = "/v1/emails", body = email) => api.call("POST", url, { key, body, idempotencyKey: `k${keys++}` });
test("its sends of every form are 403 with the reason, and nothing is written", async ({ api }) => {
  assert.is((await send(api)).status, 202);
  await decideSuspension(api.ledger, api.origin, { do: "suspend", reason: "a key was stolen" });
  api.clock.pass(500);
  const before = api.store.log.length;
  for (const [url, body] of [
    ["/v1/emails", email],
    ["/v1/emails/batch", [email]],
    ["/emails", email],
    ["/v1/sms", {}],
    ["/v1/campaigns", {}],
    ["/v3/mail/send", {}]
  ]) {
    const { status, text } = await send(api, api.key, url, body);
    assert.is(status, 403, url);
    assert.match(text, "The workspace is suspended: a key was stolen", url);
  }
  assert.is(api.store.log.length, before);
  assert.is((await api.call("GET", "/v1/contacts")).status, 200);
});
test("other workspaces send, and so does it once it is resumed", async ({ api }) => {
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, "other");
  const other = await api.keyWith(SCOPES, { workspace });
  await decideSuspension(api.ledger, api.origin, { do: "suspend", reason: "spam" });
  assert.is((await send(api)).status, 403);
  assert.is((await send(api, other)).status, 202);
  await decideSuspension(api.ledger, api.origin, { do: "resume", reason: "mended" });
  api.clock.pass(500);
  assert.is((await send(api)).status, 202);
});
test("suspending twice for one reason, and resuming what sends, write nothing", async ({ api }) => {
  const written = async (command) => {
    const before = api.store.log.length;
    await decideSuspension(api.ledger, api.origin, command);
    return api.store.log.length - before;
  };
  assert.is(await written({ do: "resume", reason: "r" }), 0);
  assert.is(await written({ do: "suspend", reason: "r" }), 1);
  assert.is(await written({ do: "suspend", reason: "r" }), 0);
  assert.is(await written({ do: "suspend", reason: "another" }), 1);
  for (const reason of ["", "two\nlines", "x".repeat(501)])
    try {
      await written({ do: "suspend", reason });
      assert.unreachable(reason);
    } catch (error) {
      assert.equal(error.issues?.[0]?.path, "/reason");
    }
});
test("while the log is away a send is 503, not taken", async ({ api }) => {
  api.store.failNext(new EventStoreUnavailable("away"), 1);
  assert.is((await send(api)).status, 503);
});
test.run();
//# sourceMappingURL=suspension.test.js.map
