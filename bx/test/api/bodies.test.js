// test/api/bodies.test.ts
import { request as httpRequest } from "node:http";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { byteShares } from "../../src/queues/byteShares.js";
import { apiFixture } from "../support/apiFixture.js";
import { noMetrics } from "../support/quietLog.js";
import { listen, post } from "../support/socketApi.js";
var bodies = suite("bodies over a socket");
var email = { from: "a@b.co", to: "x@y.co", subject: "s", text: "t" };
async function withApi(options, run) {
  const api = await apiFixture({ options });
  const port = await listen(api);
  const headers = {
    authorization: `Bearer ${api.key}`,
    "content-type": "application/json",
    "idempotency-key": "k"
  };
  try {
    await run(api, port, headers);
  } finally {
    await api.close();
  }
}
var withLength = (headers, bytes) => ({
  ...headers,
  "content-length": String(bytes)
});
bodies("the budget holds what requests hold, and no more", () => {
  const budget = byteShares({ maxBytes: 10, maxHoldBytes: 6 });
  const [one, other] = [budget.hold(), budget.hold()];
  let notified = 0;
  one.onRelease(() => notified++);
  assert.ok(one.take("a", 6));
  assert.not(other.take("b", 5));
  assert.ok(other.take("b", 4));
  one.release();
  one.release();
  one.onRelease(() => notified++);
  assert.is(notified, 2);
  assert.is(budget.inUse(), 4);
  assert.not(one.take("a", 1), "a released hold takes nothing");
  other.release();
  assert.is(budget.inUse(), 0);
});
var MIB = 1048576;
bodies("a workspace has a quarter of the budget, or one body where that is more", () => {
  const quarter = byteShares({ maxBytes: 400 * MIB, maxHoldBytes: 10 * MIB });
  for (let n = 0; n < 10; n++) assert.ok(quarter.hold().take("a", 10 * MIB));
  assert.not(quarter.hold().fits("a", 1));
  assert.ok(quarter.hold().fits("b", 10 * MIB));
  const oneBody = byteShares({ maxBytes: 400 * MIB, maxHoldBytes: 300 * MIB });
  assert.ok(oneBody.hold().take("a", 300 * MIB));
  assert.not(oneBody.hold().take("a", 1));
});
bodies("an eighth is reserved for small bodies, also when one workspace fills the rest", () => {
  const budget = byteShares({ maxBytes: 80 * MIB, maxHoldBytes: 20 * MIB });
  const held = ["a", "b", "c", "d"].map((workspace) => {
    const hold = budget.hold();
    while (hold.take(workspace, MIB)) {
    }
    return hold;
  });
  assert.is(budget.inUse(), 70 * MIB);
  assert.ok(budget.hold().take("e", MIB));
  assert.not(budget.hold().fits("f", MIB + 1));
  for (const hold of held) hold.release();
  assert.ok(budget.hold().fits("f", 20 * MIB));
});
bodies(
  "the limit of one body holds with and without a length",
  () => withApi({ maxBodyBytes: 2e3 }, async (_api, port, headers) => {
    const text = JSON.stringify({ ...email, text: "x".repeat(1900) });
    const exact = text + " ".repeat(2e3 - text.length);
    for (const [body, status] of [
      [exact, 202],
      [`${exact} `, 413]
    ]) {
      const announced = await post(port, "/v1/emails", withLength(headers, body.length), [body]);
      const chunked = await post(port, "/v1/emails", headers, [body.slice(0, 1e3), body.slice(1e3)]);
      assert.equal([announced.status, chunked.status], [status, status]);
      if (status === 413) assert.match(chunked.text, /"code":"payload_too_large"/);
    }
  })
);
bodies(
  "a wrong key is refused without waiting for the body",
  () => withApi({}, async (_api, port, headers) => {
    const answered = await new Promise((resolve, reject) => {
      const request2 = httpRequest(
        {
          port,
          host: "127.0.0.1",
          method: "POST",
          path: "/v1/emails",
          headers: { ...withLength(headers, 1e6), authorization: "Bearer nope" }
        },
        (response) => {
          resolve(response.statusCode ?? 0);
          request2.destroy();
        }
      );
      request2.on("error", reject);
      request2.flushHeaders();
    });
    assert.is(answered, 401);
  })
);
bodies(
  "beyond its share a workspace gets 503; a client that leaves frees its bytes",
  () => withApi({ maxBodyBytes: 1e4, maxBodiesBytes: 1e4 }, async (api, port, headers) => {
    const text = JSON.stringify(email);
    const slow = request(port, withLength(headers, 1e4));
    slow.write(" ".repeat(9990));
    await until(() => api.app.requestsInFlight() === 1);
    await until(
      async () => (await post(port, "/v1/emails", withLength(headers, 11), ["x".repeat(11)])).status === 503
    );
    const refused = await post(port, "/v1/emails", withLength(headers, text.length), [text]);
    assert.is(refused.status, 503);
    assert.match(String(refused.headers["retry-after"]), /^\d+$/);
    assert.match(refused.text, /"code":"unavailable"/);
    assert.is((await post(port, "/v1/emails", headers, [text])).status, 503);
    slow.destroy();
    await until(() => api.app.requestsInFlight() === 0);
    assert.is((await post(port, "/v1/emails", withLength(headers, text.length), [text])).status, 202);
  })
);
bodies(
  "four sockets that announce much and bring little do not keep others out",
  () => withApi({}, async (api, port, headers) => {
    const drips = [1, 2, 3, 4].map((n) => {
      const drip = request(port, { ...withLength(headers, 2e8), "idempotency-key": `drip ${n}` });
      drip.write("{");
      return drip;
    });
    await until(() => api.app.requestsInFlight() === 4);
    const text = JSON.stringify(email);
    assert.is((await post(port, "/v1/emails", withLength(headers, text.length), [text])).status, 202);
    for (const drip of drips) drip.destroy();
    await until(() => api.app.requestsInFlight() === 0);
  })
);
bodies(
  "a body that stops or arrives too slowly is given up with 408, and its connection closed",
  () => withApi({}, async (api, port, headers) => {
    const answers = ["", "x"].map((drip) => {
      const slow = request(port, withLength(headers, 1e6));
      slow.write("{");
      return new Promise(
        (resolve) => slow.on("response", (response) => {
          let text = "";
          response.on("data", (chunk) => {
            text += chunk;
          });
          response.on(
            "end",
            () => resolve({
              status: response.statusCode ?? 0,
              connection: response.headers.connection ?? "",
              text
            })
          );
        })
      ).finally(() => slow.destroy(void 0)).then((answer) => ({ ...answer, drip }));
    });
    await until(() => api.app.requestsInFlight() === 2);
    await api.clock.asleep();
    for (let passed = 0; passed < 3e4; passed += 5e3) await api.clock.advance(5e3);
    for (const { status, connection, text } of await Promise.all(answers)) {
      assert.equal([status, connection], [408, "close"]);
      assert.match(text, /"code":"request_timeout"/);
    }
  })
);
bodies("what bodies held is free again after every kind of end", async () => {
  let held = -1;
  const metrics = {
    ...noMetrics,
    gauge: (name, value) => {
      if (name === "postledger_http_body_bytes") held = value;
    }
  };
  const api = await apiFixture({ context: { metrics }, options: { maxBodyBytes: 5e3 } });
  for (const body of [email, {}, "{", " ".repeat(6e3)])
    await api.call("POST", "/v1/emails", { body, idempotencyKey: "k" });
  await new Promise((resolve) => setImmediate(resolve));
  await api.call("GET", "/metrics");
  assert.is(held, 0);
  await api.close();
});
bodies(
  "20 attachments of 14,000,000 characters are taken",
  () => withApi({}, async (api, port, headers) => {
    const content = "QUJD".repeat(35e5);
    const attachment = (at) => `{"filename":"f${at}","type":"text/plain","content":"${content}"}`;
    const parts = function* () {
      yield `${JSON.stringify(email).slice(0, -1)},"attachments":[`;
      for (let at = 0; at < 20; at++) yield `${at === 0 ? "" : ","}${attachment(at)}`;
      yield "]}";
    };
    const answer = await post(port, "/v1/emails", headers, parts());
    assert.is(answer.status, 202, answer.text);
    assert.is([...api.blobs.kept.values()][0]?.length, 105e5);
  })
);
function request(port, headers) {
  const begun = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/v1/emails", headers });
  begun.on("error", () => {
  });
  return begun;
}
async function until(reached) {
  for (let turn = 0; turn < 6e4; turn++) {
    if (await reached()) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error("it did not come to that");
}
bodies.run();
//# sourceMappingURL=bodies.test.js.map
