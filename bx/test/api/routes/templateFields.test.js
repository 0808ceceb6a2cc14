// test/api/routes/templateFields.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import { apiFixture } from "../../support/apiFixture.js";
import { BadAt, tryFieldTable } from "../../support/fieldTable.js";
var test = suite("templateFields");
var welcome = { friendly_name: "welcome", name: "Welcome", subject: "Hi {{ name }}", text: "Hello" };
var LARGEST = { a: "x".repeat(65536 - '{"a":""}'.length) };
var texts = (limit) => ({
  good: ["x", "x".repeat(limit)],
  bad: ["", "x".repeat(limit + 1), 1, {}]
});
var rows = [
  {
    field: "friendly_name",
    good: ["a", "0", "a-b_c9"],
    bad: ["", "x".repeat(101), "A", "-a", "_a", "a b", "a\n", "\xE9", 1, []]
  },
  { field: "name", good: ["x", "\u{1F600}".repeat(200)], bad: ["", "\u{1F600}".repeat(201), 1] },
  {
    field: "subject",
    ...texts(998),
    bad: ["", "x".repeat(999), "a\r\nBcc: b@c.co", "a	b", "a\u2028b", 7]
  },
  { field: "html", optional: true, good: ["x", "\n"], bad: ["", 1, ["x"]] },
  { field: "text", optional: true, good: ["x", "{{ broken"], bad: ["", 1, ["x"]] },
  {
    field: "variables",
    optional: true,
    good: [{}, { a: null, "": [1, { b: 2 }] }, LARGEST],
    bad: ["x", [], 1, { a: `${LARGEST.a}x` }, new BadAt({ a: "\0" }, "/variables/a")]
  }
];
test("the fields of a new template, table by table", async () => {
  const api = await apiFixture();
  let n = 0;
  const tried = await tryFieldTable({
    body: () => ({ ...welcome, friendly_name: `t${n++}` }),
    rows,
    send: (body) => api.call("POST", "/v1/templates", { body: JSON.stringify(body) }),
    status: 201,
    stored: () => api.store.log.length + api.blobs.kept.size
  });
  console.log(`  ${tried} cases of POST /v1/templates`);
  await api.close();
});
test("the fields of a change, table by table", async () => {
  const api = await apiFixture();
  const { body } = await api.call("POST", "/v1/templates", { body: welcome });
  const tried = await tryFieldTable({
    body: () => ({ name: "New" }),
    rows: rows.map((row) => ({ ...row, optional: true, nullable: ["html", "text"].includes(row.field) })),
    send: (change) => api.call("PATCH", `/v1/templates/${body.id}`, { body: JSON.stringify(change) }),
    status: 200,
    stored: () => api.store.log.length + api.blobs.kept.size
  });
  console.log(`  ${tried} cases of PATCH /v1/templates/{id}`);
  await api.close();
});
test.run();
//# sourceMappingURL=templateFields.test.js.map
