// test/api/requestsInFlight.test.ts
import { Type } from "../../packages/typebox.js";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { healthRoutes } from "../../src/api/routes/health.js";
import { apiFixture } from "../support/apiFixture.js";
import { noMetrics } from "../support/quietLog.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("requests in flight: a naive model");
var OPERATIONS = 200;
var MOST_OPEN = 8;
var PATHS = ["/held", "/held-send"];
function heldRoutes(held) {
  return (app) => {
    for (const path of PATHS) {
      const sends = path === "/held-send" ? { idempotencyKey: "optional" } : {};
      const body = Type.Object({ id: Type.String() }, { additionalProperties: false });
      app.post(path, { config: { public: true, ...sends }, schema: { body } }, async ({ body: body2 }, reply) => {
        const isGood = await new Promise((resolve) => held.set(body2.id, { reply, answer: resolve }));
        if (!isGood) throw new Error("the handler failed");
        return body2;
      });
    }
  };
}
async function settle() {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
async function begin(random, api, id) {
  const isSend = random() < 0.5;
  const isGood = random() < 0.7;
  const body = JSON.stringify({ id: isGood ? id : 1 }).padEnd(Math.floor(random() * 200), " ");
  api.call("POST", PATHS[isSend ? 1 : 0], { body }).catch(() => {
  });
  await settle();
  return isGood ? { id, isSend, bytes: body.length } : null;
}
async function end(random, held, { id }) {
  const { reply, answer } = held.get(id) ?? {};
  held.delete(id);
  if (random() < 0.3) reply?.raw.destroy();
  else answer?.(random() < 0.7);
  await settle();
}
async function simulate(seed) {
  const random = seededRandom(seed);
  const held = /* @__PURE__ */ new Map();
  const gauges = /* @__PURE__ */ new Map();
  const metrics = { ...noMetrics, gauge: (name, value) => gauges.set(name, value) };
  const api = await apiFixture({ routes: [heldRoutes(held), healthRoutes], context: { metrics } });
  const inUse = async () => {
    await api.call("GET", "/metrics", { key: null });
    return gauges.get("postledger_http_body_bytes");
  };
  let open = [];
  for (let step = 0; step < OPERATIONS; step++) {
    const where = `seed ${seed}, step ${step}`;
    if (open.length < MOST_OPEN && random() < 0.5) {
      const begun = await begin(random, api, `request ${step}`);
      if (begun !== null) open.push(begun);
    } else {
      const ended = open[Math.floor(random() * open.length)];
      if (ended === void 0) continue;
      await end(random, held, ended);
      open = open.filter((one) => one !== ended);
    }
    assert.is(api.app.requestsInFlight(), open.length, `requests: ${where}`);
    assert.is(api.app.sendsInFlight(), open.filter(({ isSend }) => isSend).length, `sends: ${where}`);
    const bytes = open.reduce((sum, one) => sum + one.bytes, 0);
    assert.is(await inUse(), bytes, `bytes of bodies: ${where}`);
  }
  for (const one of open) await end(random, held, one);
  assert.equal(
    [api.app.requestsInFlight(), api.app.sendsInFlight(), await inUse()],
    [0, 0, 0],
    `seed ${seed}`
  );
  await api.close();
}
for (const seed of [SEED, SEED + 1])
  test(`random requests are counted until they end, however they end, seed ${seed}`, () => simulate(seed));
test.run();
//# sourceMappingURL=requestsInFlight.test.js.map
