// test/console/webhooks.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { createWebhookEndpoint } from "../../src/commands/webhook/webhookEndpoints.js";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { verifyWebhook } from "../../src/webhooks/verifyWebhook.js";
import { consoleFixture } from "./consoleFixture.js";
var test = suite("console: a test event");
var PAGE = "/w/default/webhooks";
async function withEndpoint(answers) {
  const posts = [];
  const left = [...answers];
  const at = await consoleFixture({
    post: async (request) => {
      posts.push(request);
      return left.shift() ?? Promise.reject(new Error("one post too many"));
    }
  });
  const { api } = at;
  const { endpointId, secret } = await createWebhookEndpoint(api.ledger, api.context.secrets, api.origin, {
    ...{ name: "shop", url: "https://hooks.acme.test/", events: ["*"] }
  });
  return { at, posts, endpointId, secret };
}
test("it is signed and posted once, its answer is shown, and nothing is recorded", async () => {
  const { at, posts, endpointId, secret } = await withEndpoint([
    { outcome: "answered", status: 204, body: "" },
    { outcome: "answered", status: 500, body: "<script>alert(1)</script>".repeat(80) },
    { outcome: "failed", reason: "tls", detail: "CERT_HAS_EXPIRED" }
  ]);
  const ann = await at.loggedIn();
  assert.match((await ann.get(PAGE)).text, "Nothing of it is recorded");
  const events = at.api.store.log.length;
  const sent = async () => {
    const { status } = await ann.post(`${PAGE}/test`, { endpoint: endpointId }, PAGE);
    assert.is(status, 303);
    return (await ann.get(PAGE)).text;
  };
  assert.match(await sent(), /class="says" role="status">shop: 204, after \d+ ms. Nothing was recorded.</);
  const [request] = posts;
  if (request === void 0) return assert.unreachable();
  const nowMs = () => at.api.clock.nowMs();
  assert.is(verifyWebhook(request.body, request.headers, secret, { nowMs }).type, "email.delivered");
  const refused = await sent();
  assert.match(refused, "shop: 500, after");
  assert.match(refused, "It says: &lt;script&gt;");
  assert.not.match(refused, "<script>alert");
  assert.match(await sent(), "no answer: tls (CERT_HAS_EXPIRED)");
  assert.is(at.api.store.log.length, events);
  await at.close();
});
test("only operators send one, with their page's token, and to endpoints of the workspace", async () => {
  const { at, posts, endpointId } = await withEndpoint([]);
  const { api } = at;
  await openWorkspace(api.ledger, { actor: "operator", correlation: "", causation: null }, "acme");
  await api.project();
  const ann = await at.loggedIn();
  const fields = { endpoint: endpointId };
  assert.is((await ann.post(`${PAGE}/test`, fields)).status, 403, "without a token");
  assert.is((await ann.post("/w/acme/webhooks/test", fields, PAGE)).status, 404);
  for (const endpoint of ["", "nothing", "__proto__", "<b>"])
    assert.is((await ann.post(`${PAGE}/test`, { endpoint }, PAGE)).status, 404, endpoint);
  for (const role of ["viewer", "support", "auditor"]) {
    const one = await at.loggedIn({ role, name: role });
    assert.not.match((await one.get(PAGE)).text, "Send a test event");
    assert.is((await one.post(`${PAGE}/test`, fields, "/")).status, 403, role);
  }
  assert.equal(posts, []);
  await at.close();
});
test.run();
//# sourceMappingURL=webhooks.test.js.map
