// test/api/requestLog.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { promMetrics } from "../../src/adapters/node/promMetrics.js";
import { allRoutes } from "../../src/api/routes/index.js";
import { BEGINNING } from "../../src/events/event.js";
import { EventStoreUnavailable } from "../../src/ports/eventStore.js";
import { apiFixture } from "../support/apiFixture.js";
import { quietLog } from "../support/quietLog.js";
var test = suite("issue 27, 6: requests in the log and the metrics");
function keptLog() {
  const lines = [];
  const writer = (level) => (fields, msg) => void lines.push({ ...fields, level, msg });
  return {
    lines,
    log: { ...quietLog, debug: writer("debug"), error: writer("error"), warn: writer("warn") }
  };
}
var settle = () => new Promise((resolve) => setImmediate(resolve));
var faulty = (app) => {
  app.get("/fault", { config: { public: true } }, async () => {
    throw new Error("a defect");
  });
};
async function opened(routes = allRoutes) {
  const { lines, log } = keptLog();
  const metrics = promMetrics();
  const api = await apiFixture({ routes, context: { log, metrics } });
  const scrape = async () => {
    await api.clock.advance(2e3);
    return (await api.call("GET", "/metrics", { key: null })).text;
  };
  return { api, lines, scrape };
}
var idOf = async (api, given, url = "/healthz") => String(
  (await api.call("GET", url, { key: null, headers: given === null ? {} : { "x-request-id": given } })).headers["x-request-id"]
);
test("an id that came is kept when it is sane, else the answer has a new one, also on refusals", async () => {
  const { api } = await opened();
  for (const given of ["a", "A-1_2.3~4", "Root=1:67/8+9@x", "x".repeat(128)])
    assert.is(await idOf(api, given), given);
  const seen = /* @__PURE__ */ new Set();
  for (const given of [null, "", "a b", "a,b", "\xE9", "<script>", '"', "a;b", "x".repeat(129)]) {
    const made = await idOf(api, given);
    assert.match(made, /^[0-9a-f]{8}-[0-9a-f-]{27}$/, String(given));
    seen.add(made);
  }
  assert.is(seen.size, 9, "each is new");
  for (const url of ["/nowhere", "/v1/contacts", "/emails", "/v3/mail/send", "/v1/%zz"])
    assert.is(await idOf(api, "mine", url), "mine", url);
  await api.close();
});
test("an id of the caller does not become the correlation of events", async () => {
  const { api } = await opened();
  const body = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
  const headers = { "x-request-id": "the-same-every-time" };
  for (const idempotencyKey of ["1", "2"])
    assert.is((await api.call("POST", "/v1/emails", { body, idempotencyKey, headers })).status, 202);
  const { events } = await api.store.readAll({ after: BEGINNING, limit: 1e5 });
  const accepted = events.filter(({ type }) => type === "EmailAccepted").map(({ metadata }) => metadata.correlation);
  assert.is(new Set(accepted).size, 2);
  assert.not(accepted.includes("the-same-every-time"));
  await api.close();
});
test("each request is one line at debug, with its pattern and nothing of its address, key or body", async () => {
  const { api, lines } = await opened();
  await api.call("GET", "/v1/sms/secret-id?token=secret-query", { headers: { "x-request-id": "mine" } });
  await api.call("GET", "/u/secret-token?x=secret-query", { key: null });
  await api.call("GET", "/secret-path", { key: null });
  await settle();
  assert.equal(
    lines.map(({ level, method, route, status, givenId }) => [level, method, route, status, givenId]),
    [
      ["debug", "GET", "/v1/sms/:id", 422, "mine"],
      ["debug", "GET", "/u/:token", 404, void 0],
      ["debug", "GET", "none", 404, void 0]
    ]
  );
  assert.not(JSON.stringify(lines).includes("secret"));
  await api.close();
});
test("each 5xx is one line at error: a defect with its stack, an outage with its reason", async () => {
  const { api, lines, scrape } = await opened([...allRoutes, faulty]);
  const body = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
  for (const idempotencyKey of ["1", "2"]) {
    api.store.failNext(new EventStoreUnavailable("no node leads"));
    assert.is((await api.call("POST", "/v1/emails", { body, idempotencyKey })).status, 503);
  }
  assert.is((await api.call("GET", "/readyz", { key: null })).status, 503);
  assert.is((await api.call("GET", "/fault", { key: null })).status, 500);
  await settle();
  const errors = lines.filter(({ level }) => level === "error");
  assert.equal(
    errors.map(({ route, status, code }) => [route, status, code]),
    [
      ["/v1/emails", 503, "unavailable"],
      ["/v1/emails", 503, "unavailable"],
      ["/readyz", 503, "unavailable"],
      ["/fault", 500, "internal_error"]
    ]
  );
  assert.is(errors[0]?.reason, "the event store is unavailable: no node leads");
  assert.is(errors[0]?.err, void 0, "an outage has no stack");
  assert.instance(errors[3]?.err, Error);
  const metrics = await scrape();
  assert.match(
    metrics,
    /postledger_http_faults_total\{code="unavailable"\} 3\n/,
    "every 503, that of /readyz too"
  );
  assert.match(metrics, /postledger_http_faults_total\{code="internal_error"\} 1\n/);
  await api.close();
});
test("401, 403, 422 and 503 are counted by route from zero on, and an address makes no new label", async () => {
  const { api, scrape } = await opened();
  const series = (text2) => text2.match(/^postledger_http_requests_total\{.+$/gm) ?? [];
  const first = series(await scrape());
  for (const status of [401, 403, 422, 503])
    assert.ok(
      first.includes(`postledger_http_requests_total{method="POST",route="/v1/emails",status="${status}"} 0`),
      `${status}`
    );
  await api.call("POST", "/v1/emails", { key: null, body: {} });
  await api.call("POST", "/v1/emails", { body: {}, idempotencyKey: "k" });
  for (let n = 0; n < 20; n++) {
    await api.call("GET", `/nowhere/${n}?q=${n}`, { key: null });
    await api.call("GET", `/v1/sms/${n}`, { key: null });
  }
  const text = await scrape();
  assert.match(text, /\{method="POST",route="\/v1\/emails",status="401"\} 1\n/);
  assert.match(text, /\{method="POST",route="\/v1\/emails",status="422"\} 1\n/);
  assert.match(text, /\{method="GET",route="none",status="404"\} 20\n/);
  assert.match(text, /\{method="GET",route="\/v1\/sms\/:id",status="401"\} 20\n/);
  assert.is(series(text).length, first.length + 2, "only the unknown route, and the scrape itself, are new");
  await api.close();
});
test.run();
//# sourceMappingURL=requestLog.test.js.map
