// test/api/routes/contactFields.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { apiFixture, listOf } from "../../support/apiFixture.js";
import { BadAt, tryFieldTable } from "../../support/fieldTable.js";
var test = suite("contactFields");
var save = async (api, body) => {
  const answer = await api.call("POST", "/v1/contacts", { body });
  assert.is(answer.status, 200, answer.text);
  return answer.body;
};
function nested(levels) {
  let value = {};
  for (let level = 1; level < levels; level++) value = { n: value };
  return value;
}
var LARGEST = { long: `${"\xF8".repeat((65536 - '{"long":""}'.length - 1) / 2)}x` };
test("the fields of a contact, table by table", async () => {
  const api = await apiFixture();
  let n = 0;
  const local = "x".repeat(300);
  const tried = await tryFieldTable({
    body: () => ({ email: `c${n++}@customer.test` }),
    rows: [
      {
        field: "email",
        good: ["a@b.co", "o'neil+tag@a-b.c-d.io", `${local}@${"b".repeat(16)}.co`],
        bad: [
          "",
          "a",
          "a@b",
          "@b.co",
          ".a@b.co",
          "a..b@c.co",
          "a.@b.co",
          "a@b.c",
          "a@-b.co",
          "a@b..co",
          "\xE5@b.co",
          "A <a@b.co>",
          " a@b.co",
          "a@b.co\n",
          `${local}@${"b".repeat(17)}.co`,
          1,
          ["a@b.co"]
        ]
      },
      {
        field: "first_name",
        optional: true,
        nullable: true,
        good: ["", "\xE9".repeat(100)],
        bad: ["x".repeat(101), 1]
      },
      {
        field: "last_name",
        optional: true,
        nullable: true,
        good: ["", "x".repeat(100)],
        bad: ["x".repeat(101), {}]
      },
      {
        field: "phone",
        optional: true,
        nullable: true,
        good: ["", "x".repeat(40)],
        bad: ["x".repeat(41), 45]
      },
      { field: "subscribed", optional: true, good: [true, false], bad: ["true", 0, {}] },
      {
        field: "tags",
        optional: true,
        good: [[], ["x".repeat(64)], Array.from({ length: 100 }, () => "x")],
        bad: [
          "x",
          Array.from({ length: 101 }, () => "x"),
          new BadAt(["a", ""], "/tags/1"),
          new BadAt(["x".repeat(65)], "/tags/0"),
          new BadAt([null], "/tags/0")
        ]
      },
      {
        field: "custom_fields",
        optional: true,
        good: [{}, { "": null, "a.b": { $c: [1, [], true] } }, nested(999), LARGEST],
        bad: [
          "x",
          [],
          1,
          { long: `${LARGEST.long}x` },
          new BadAt(nested(1e3), ""),
          new BadAt({ a: "\uD800" }, "/custom_fields/a")
        ]
      }
    ],
    send: (body) => api.call("POST", "/v1/contacts", { body: JSON.stringify(body) }),
    status: 200,
    stored: () => api.store.log.length + api.blobs.kept.size
  });
  console.log(`  ${tried} cases of POST /v1/contacts`);
  await api.close();
});
test("custom fields of any depth come back as they were", async () => {
  const api = await apiFixture();
  const custom_fields = { deep: nested(900), long: "\xF8".repeat(2e4), "~/.": { $: { a: 15e299 } } };
  const made = await save(api, { email: "a@customer.test", custom_fields });
  assert.is(JSON.stringify(made.custom_fields), JSON.stringify(custom_fields));
  const listed = listOf((await api.call("GET", "/v1/contacts")).body.data);
  assert.is(JSON.stringify(listed[0]?.custom_fields), JSON.stringify(custom_fields));
  await api.close();
});
test.run();
//# sourceMappingURL=contactFields.test.js.map
