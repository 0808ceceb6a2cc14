// test/api/connection.test.ts
import { connect } from "node:net";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { HEADERS_MS } from "../../src/api/connection.js";
import { apiFixture } from "../support/apiFixture.js";
import { listen, rawExchange } from "../support/socketApi.js";
var connection = suite("connection");
connection.before(async (context) => {
  context.api = await apiFixture();
  context.port = await listen(context.api);
});
connection.after(async ({ api }) => api.close());
var HOST = "Host: localhost\r\n";
function refusal(answer) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const { error } = JSON.parse(body);
  return { status: Number(head.split(" ")[1]), code: error.code };
}
connection("says in the envelope what is no HTTP", async ({ port }) => {
  for (const text of [
    "hello\r\n\r\n",
    "GET\r\n\r\n",
    `FOO / HTTP/1.1\r
${HOST}\r
`,
    `GET / HTTP/1.1\r
${HOST}bad header\r
\r
`,
    `POST /v1/emails HTTP/1.1\r
${HOST}Content-Length: x\r
\r
`,
    `POST /v1/emails HTTP/1.1\r
${HOST}Content-Length: 5\r
Transfer-Encoding: chunked\r
\r
`
  ])
    assert.equal(refusal(await rawExchange(port, text)), { status: 400, code: "bad_request" }, text);
});
connection("refuses headers of ten megabytes", async ({ port }) => {
  const answer = await rawExchange(
    port,
    `GET /healthz HTTP/1.1\r
${HOST}X-Big: `,
    Buffer.alloc(1e7, 97)
  );
  if (answer !== "") assert.equal(refusal(answer), { status: 431, code: "headers_too_large" });
  const small = await rawExchange(
    port,
    `GET /healthz HTTP/1.1\r
${HOST}X-Big: ${"a".repeat(4e4)}\r
\r
`
  );
  assert.equal(refusal(small), { status: 431, code: "headers_too_large" });
});
connection("cuts off anyone who drips headers, while others are answered", async ({ api, port }) => {
  const dripping = connect(port, "127.0.0.1");
  const drips = setInterval(() => dripping.write("X-Slow: 1\r\n"), 500);
  let answer = "";
  dripping.on("data", (chunk) => {
    answer += chunk;
  });
  dripping.on("error", () => {
  });
  dripping.write(`POST /v1/emails HTTP/1.1\r
${HOST}`);
  const gone = new Promise((resolve) => dripping.once("close", resolve));
  const health = await rawExchange(port, `GET /healthz HTTP/1.1\r
${HOST}Connection: close\r
\r
`);
  assert.match(health, "HTTP/1.1 200");
  await gone;
  clearInterval(drips);
  assert.is(api.app.server.headersTimeout, HEADERS_MS);
  if (answer !== "") assert.equal(refusal(answer), { status: 408, code: "request_timeout" });
});
connection("refuses malformed and overlong addresses", async ({ port }) => {
  const get = (path) => rawExchange(port, `GET ${path} HTTP/1.1\r
${HOST}Connection: close\r
\r
`);
  assert.equal(refusal(await get("/%zz")), { status: 400, code: "bad_request" });
  assert.equal(refusal(await get("/v1/templates/%c0%80")), { status: 400, code: "bad_request" });
  const long = refusal(await get(`/v1/templates/${"a".repeat(5e3)}`));
  assert.ok(long.status >= 400 && long.status < 500, String(long.status));
});
connection("answers in the envelope what Node would answer by itself", async ({ api, port }) => {
  const line = "GET /v1/sms HTTP/1.1\r\n";
  const closing = "Connection: close\r\n\r\n";
  assert.equal(refusal(await rawExchange(port, `${line}${closing}`)), { status: 400, code: "bad_request" });
  const old = await rawExchange(port, "GET /healthz HTTP/1.0\r\n\r\n");
  assert.match(old, "HTTP/1.1 200");
  for (const path of ["/v1/sms", "/healthz"]) {
    const expecting = await rawExchange(port, `GET ${path} HTTP/1.1\r
${HOST}Expect: foo\r
${closing}`);
    assert.equal(refusal(expecting), { status: 400, code: "bad_request" });
  }
  const endless = await rawExchange(
    port,
    `POST /v1/emails HTTP/1.0\r
${HOST}Transfer-Encoding: chunked\r
Connection: keep-alive\r
\r
`,
    "2\r\n{}\r\n0\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n"
  );
  assert.equal(refusal(endless), { status: 400, code: "bad_request" });
  assert.match(endless, /\r\nconnection: close\r\n/i);
  const tunnel = await rawExchange(port, `CONNECT other.test:443 HTTP/1.1\r
${HOST}\r
`);
  assert.equal(refusal(tunnel), { status: 405, code: "method_not_allowed" });
  assert.match(tunnel, /\r\nallow: \r\n/);
  const proceed = await rawExchange(
    port,
    `POST /v1/emails HTTP/1.1\r
${HOST}Authorization: Bearer ${api.key}\r
Idempotency-Key: c\r
`,
    `Content-Type: application/json\r
Content-Length: 2\r
Expect: 100-continue\r
${closing}{}`
  );
  assert.match(proceed, /100 Continue/);
  assert.match(proceed, /HTTP\/1.1 422/);
});
connection("asks for the key before it looks at an id, however long", async ({ api, port }) => {
  const path = `/v1/sms/${"a".repeat(101)}`;
  const get = (headers) => rawExchange(port, `GET ${path} HTTP/1.1\r
${HOST}${headers}Connection: close\r
\r
`);
  assert.equal(refusal(await get("")), { status: 401, code: "unauthorized" });
  assert.equal(refusal(await get(`Authorization: Bearer ${api.key}\r
`)), {
    status: 404,
    code: "not_found"
  });
});
connection("a public page has no forbidden part", async ({ port }) => {
  for (const path of ["/docs/static/%2e%2e/", "/docs/static/..%2f", "/docs/static/.x"]) {
    const answer = await rawExchange(port, `GET ${path} HTTP/1.1\r
${HOST}Connection: close\r
\r
`);
    assert.equal(refusal(answer), { status: 404, code: "not_found" }, path);
  }
});
connection("two keys of one request are refused; the same key twice counts as one", async ({ api, port }) => {
  const send = (...keys) => {
    const body = JSON.stringify({ from: "a@b.co", to: "x@y.co", subject: "s", text: "t" });
    return rawExchange(
      port,
      `POST /v1/emails HTTP/1.1\r
${HOST}Authorization: Bearer ${api.key}\r
`,
      ...keys.map((key) => `Idempotency-Key: ${key}\r
`),
      `Content-Type: application/json\r
Content-Length: ${body.length}\r
Connection: close\r
\r
${body}`
    );
  };
  assert.equal(refusal(await send("one", "two")), { status: 400, code: "invalid_idempotency_key" });
  const idOf = (answer) => /"id":"([^"]+)"/.exec(answer)?.[1];
  const once = idOf(await send("same, key"));
  assert.ok(once);
  assert.is(idOf(await send("same, key", "same, key")), once);
});
connection("refuses a broken chunk in a body", async ({ api, port }) => {
  const answer = await rawExchange(
    port,
    `POST /v1/emails HTTP/1.1\r
${HOST}Authorization: Bearer ${api.key}\r
Idempotency-Key: k\r
`,
    "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"
  );
  assert.equal(refusal(answer), { status: 400, code: "bad_request" });
});
connection("serves on after all of that", async ({ api }) => {
  assert.is((await api.call("GET", "/healthz")).status, 200);
});
connection.run();
//# sourceMappingURL=connection.test.js.map
