// test/api/routes/webhookFixture.ts
import { webhookRoutes } from "../../../src/api/routes/webhooks.js";
import { isPublicAddress } from "../../../src/dispatcher/addressGuard.js";
import { apiFixture } from "../../support/apiFixture.js";
var fields = { name: "Main", url: "https://hooks.test/in", events: ["delivered", "*"] };
var unknownId = "11111111-1111-4111-8111-111111111111";
var names = {
  "hooks.test": ["93.184.215.14"],
  "inner.test": ["10.0.0.1"]
};
async function fixture() {
  const fixture2 = await apiFixture({
    routes: [webhookRoutes],
    context: {
      addressAllowed: isPublicAddress,
      resolver: { resolve: async (name) => names[name] ?? Promise.reject(new Error("ENOTFOUND")) }
    }
  });
  const create = (changes = {}) => fixture2.call("POST", "/v1/webhooks", { body: { ...fields, ...changes } });
  const patch = (id, body) => fixture2.call("PATCH", `/v1/webhooks/${id}`, { body });
  const remove = (id) => fixture2.call("DELETE", `/v1/webhooks/${id}`);
  const list = async () => (await fixture2.call("GET", "/v1/webhooks")).body.data;
  return { ...fixture2, create, patch, remove, list };
}
var idOf = (body) => body.id;
var pathsOf = (body) => (body.error?.details?.issues ?? []).map(({ path }) => path).sort();
export {
  fields,
  fixture,
  idOf,
  pathsOf,
  unknownId
};
//# sourceMappingURL=webhookFixture.js.map
