// test/conformance/queries.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { listOf } from "../support/apiFixture.js";
import { fixture } from "./fixture.js";
import { nameOf, operations, send } from "./operations.js";
import { refused } from "./refused.js";
var cases = 0;
var queries = suite("conformance: queries");
queries.before(async (context) => {
  Object.assign(context, await fixture());
});
queries.after(async ({ api }) => {
  await api.close();
  console.log(`conformance: ${cases} cases of queries`);
});
var find = (name) => operations.filter((operation) => nameOf(operation) === name);
queries("no operation takes a parameter that it does not know, nor one twice", async ({ api, own }) => {
  for (const operation of operations) {
    for (const query of [
      "?surprise=1",
      "?surprise",
      "?limit[]=1",
      "?Limit=1",
      "?__proto__=1",
      "?idempotency_key=x"
    ]) {
      refused(await send(api, own, operation, { query }), 422, `${nameOf(operation)}${query}`);
      cases += 1;
    }
  }
});
queries("4.3, 4.7: limit, cursor and direction", async ({ api, own }) => {
  for (const [name, most] of [
    ["GET /v1/contacts", 500],
    ["GET /v1/sms", 100]
  ]) {
    const [operation] = find(name);
    assert.ok(operation);
    const good = ["1", "2", String(most - 1), String(most)].map((limit) => `limit=${limit}`);
    const bad = [
      "0",
      "-1",
      String(most + 1),
      "1e1",
      "1.0",
      "%201",
      "ten",
      "",
      "0x1",
      "9".repeat(30),
      "null",
      "\u0661"
    ];
    const cursors = ["", "x", "null", "A".repeat(2e3), "e30", "W10", "WzEsMl0"];
    if (name === "GET /v1/sms") {
      good.push("direction=inbound", "direction=outbound", "direction=inbound&limit=1");
      for (const direction of ["", "both", "Inbound", "null", "inbound,outbound"])
        refused(
          await send(api, own, operation, { query: `?direction=${direction}` }),
          422,
          name,
          "/direction"
        );
      const twice = "?direction=inbound&direction=inbound";
      refused(await send(api, own, operation, { query: twice }), 422, name, "/direction");
      cases += 6;
    }
    for (const query of good) {
      const answer = await send(api, own, operation, { query: `?${query}` });
      assert.is(answer.status, 200, `${name} ${query}: ${answer.text}`);
    }
    for (const limit of [...bad, "1&limit=1"])
      refused(
        await send(api, own, operation, { query: `?limit=${limit}` }),
        422,
        `${name} ${limit}`,
        "/limit"
      );
    for (const cursor of [...cursors, "a&cursor=b"])
      refused(
        await send(api, own, operation, { query: `?cursor=${cursor}` }),
        422,
        `${name} ${cursor}`,
        "/cursor"
      );
    cases += good.length + bad.length + cursors.length + 2;
  }
});
queries("section 8: pages are of 100 contacts and 20 messages when no limit is asked for", async () => {
  const { api, own } = await fixture();
  const [contact, sms] = [find("POST /v1/contacts")[0], find("POST /v1/sms")[0]];
  assert.ok(contact && sms);
  for (let n = 0; n < 100; n++) await send(api, own, contact, { body: { email: `c${n}@customer.test` } });
  for (let n = 0; n < 20; n++) await send(api, own, sms);
  const lengths = [];
  for (const url of ["/v1/contacts", "/v1/sms"]) {
    const { body } = await api.call("GET", url);
    lengths.push(listOf(body.data).length);
    const rest = await api.call("GET", `${url}?cursor=${body.next_cursor}`);
    lengths.push(listOf(rest.body.data).length);
    const other = url === "/v1/sms" ? "/v1/contacts" : "/v1/sms";
    refused(await api.call("GET", `${other}?cursor=${body.next_cursor}`), 422, other, "/cursor");
  }
  assert.equal(lengths, [100, 1, 20, 1]);
  cases += 6;
  await api.close();
});
queries("4.2: the range of analytics", async ({ api, own }) => {
  const [operation] = find("GET /v1/analytics");
  assert.ok(operation);
  const range = (from, to) => `from=${from}&to=${to}`;
  for (const [query, path] of [
    [range("2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"), null],
    [range("2025-01-01T00:00:00Z", "2026-01-01T23:59:59.999Z"), null],
    [range("2025-01-01T00:00:00Z", "2026-01-02T00:00:00Z"), null],
    [range("2025-01-01T00:00:00Z", "2026-01-02T00:00:00.001Z"), "/from"],
    [range("2025-01-01T00:00:00Z", "2026-01-02T00:00:01Z"), "/from"],
    // The same 366 days, told with offsets.
    [range("2025-01-01T02:00:00%2B02:00", "2026-01-01T14:00:00-10:00"), null],
    [range("2025-01-01T02:00:00%2B02:00", "2026-01-01T14:00:01-10:00"), "/from"],
    [range("2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z"), null],
    [range("2025-01-01T00:00:00.001Z", "2025-01-01T00:00:00Z"), "/from"],
    ["to=2025-01-01T00:00:00Z", null],
    ["to=9999-12-31T23:59:59.999Z", null],
    ["to=10000-01-01T00:00:00Z", "/to"],
    ["from=2025-12-31T00:00:00Z", null],
    ["from=2024-12-31T00:00:00Z", null],
    ["from=2024-12-30T23:59:59Z", "/from"],
    ["from=", "/from"],
    ["from=null", "/from"],
    ["to=1767225600", "/to"],
    // A plus that is not encoded reads as a space.
    ["to=2025-01-01T00:00:00+02:00", "/to"],
    ["from=2025-12-31T00:00:00Z&from=2025-12-31T00:00:00Z", "/from"],
    ["limit=10", "/limit"]
  ]) {
    const answer = await send(api, own, operation, { query: `?${query}` });
    if (path === null) assert.is(answer.status, 200, `${query}: ${answer.text}`);
    else refused(answer, 422, query, path);
    cases += 1;
  }
});
queries.run();
//# sourceMappingURL=queries.test.js.map
