// test/api/routes/webhookGuard.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { dnsResolver } from "../../../src/adapters/http/resolver.js";
import { webhookRoutes } from "../../../src/api/routes/webhooks.js";
import { addressGuard } from "../../../src/dispatcher/addressGuard.js";
import { apiFixture } from "../../support/apiFixture.js";
import { A, dnsServer, v4 } from "../../support/dnsServer.js";
import { told } from "../../support/told.js";
import { INNER, INNER_V6, spellingsOf } from "./hostSpellings.js";
import { fields, idOf, pathsOf } from "./webhookFixture.js";
var test = suite("webhook urls and the guard, without an allow list");
var URLS = [
  ...INNER.flatMap(spellingsOf),
  ...INNER_V6.map((address) => `[${address}]`),
  ...["localhost", "LOCALHOST.", "a.localhost", "0", "0x", "1", "127", "00", "0x7f", "4294967295"]
].map((host) => `https://${host}/`);
async function serviceOver(resolver) {
  const { call, store, close } = await apiFixture({
    routes: [webhookRoutes],
    context: { addressAllowed: addressGuard([]), resolver }
  });
  const create = (url) => call("POST", "/v1/webhooks", { body: { ...fields, url } });
  const id = idOf((await create("https://93.184.215.14/")).body);
  const change = (url) => call("PATCH", `/v1/webhooks/${id}`, { body: { url } });
  return { create, change, store, close };
}
test(`${URLS.length} spellings of addresses that are not public are refused at creation and at change`, async () => {
  assert.ok(URLS.length >= 256);
  const local = dnsResolver({ servers: ["127.0.0.1:1"] });
  const resolver = {
    resolve: (name) => /localhost\.?$/.test(name) ? local.resolve(name) : Promise.resolve(["93.184.215.14"])
  };
  const { create, change, store, close } = await serviceOver(resolver);
  const events = store.log.length;
  const taken = [];
  for (const url of URLS)
    for (const [how, ask] of Object.entries({ create, change })) {
      const { status, body } = await ask(url);
      if (status !== 422 || pathsOf(body).join() !== "/url")
        taken.push(`${how} ${JSON.stringify(url)}: ${status}`);
    }
  assert.equal(taken, []);
  assert.is(store.log.length, events);
  told(`${URLS.length} spellings of addresses were refused, each at creation and at change`);
  await close();
});
test("an address is not refused for how it is written: public ones are taken in every spelling of the standard", async () => {
  const { change, close } = await serviceOver({ resolve: async () => [] });
  const [, , ...spellings] = spellingsOf("93.184.215.14").slice(0, 16);
  for (const host of spellings) assert.is((await change(`https://${host}/`)).status, 200, host);
  for (const host of ["[2606:2800:220:1:248:1893:25c8:1946]", "93.184.215.14."])
    assert.is((await change(`https://${host}/`)).status, 200, host);
  await close();
});
test("a private address among 1, 31, 32, 33 or 1,000 public ones is found at any place", async () => {
  const publicOnes = (count) => Array.from({ length: count }, (_, n) => v4(`93.184.${n >> 8}.${n & 255}`));
  const server = await dnsServer((name, type) => {
    const [count = "", place] = name.split(".");
    const found = publicOnes(Number(count));
    const at = { first: 0, middle: found.length >> 1, last: found.length }[place ?? ""];
    if (at !== void 0) found.splice(at, 0, v4("10.0.0.1"));
    return type === A ? found : [];
  });
  const { create, change, close } = await serviceOver(dnsResolver({ servers: [server.address] }));
  for (const count of [1, 31, 32, 33, 1e3]) {
    for (const place of ["first", "middle", "last"]) {
      const url = `https://${count}.${place}.test/`;
      assert.equal([(await create(url)).status, (await change(url)).status], [422, 422], url);
    }
    assert.is((await change(`https://${count}.none.test/`)).status, 200, `${count} public ones`);
  }
  server.close();
  await close();
});
test.run();
//# sourceMappingURL=webhookGuard.test.js.map
