// test/api/routes/smsFields.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { BadAt, issuePaths, tryFieldTable } from "../../support/fieldTable.js";
import { sendSms, smsBody, withSmsTemplate } from "../../support/smsFixture.js";
var test = suite("smsFields");
var body = smsBody;
test("the fields of a send, table by table", async () => {
  const { api } = await withSmsTemplate("No variable is needed");
  const numbers = {
    good: ["+12", "+123456789012345"],
    bad: ["", "12345", "+1", "+0123", "+1234567890123456", "+45 11", "+45111111\n", "+\u0664\u0665\u0661\u0661", 45, ["+4511"]]
  };
  const tried = await tryFieldTable({
    body: () => body,
    rows: [
      { field: "from", ...numbers },
      { field: "to", ...numbers },
      { field: "consent_basis", good: ["transactional"], bad: ["marketing", "", 1] },
      {
        field: "tags",
        optional: true,
        good: [[], ["x".repeat(256)], Array(50).fill("x")],
        bad: ["x", Array(51).fill("x"), new BadAt([""], "/tags/0"), new BadAt(["x".repeat(257)], "/tags/0")]
      },
      {
        field: "metadata",
        optional: true,
        good: [{}, { a: [1, { b: null }], long: "x".repeat(1e5) }],
        bad: ["x", [], 1]
      },
      {
        field: "variables",
        optional: true,
        good: [
          {},
          { code: "x", [`a${"b".repeat(31)}`]: "x" },
          { code: "x".repeat(64) },
          { code: "\xC5se 1. , ' # : - ( ) /" },
          { code: "\u6F22\u5B57 \u0939\u093F\u0928\u094D\u0926\u0940" },
          { code: "e\u0301\u0323" }
        ],
        bad: [
          "x",
          [],
          new BadAt({ code: "" }, "/variables/code"),
          new BadAt({ code: "x".repeat(65) }, "/variables/code"),
          new BadAt({ code: 1 }, "/variables/code"),
          new BadAt({ code: null }, "/variables/code"),
          ...["a\nb", "<b>", "a@b", "\u{1F600}", '"', "+", "\xBD"].map(
            (code) => new BadAt({ code }, "/variables/code")
          ),
          // Marks without a letter, the first two as emojis of keys.
          ...["#\uFE0F\u20E3", "1\u20E3", "e \u0301", "\u0301"].map(
            (code) => new BadAt({ code }, "/variables/code")
          ),
          new BadAt({ code: "x", "1a": "x" }, "/variables/1a"),
          new BadAt({ code: "x", _a: "x" }, "/variables/_a"),
          new BadAt({ code: "x", \u00E9: "x" }, "/variables/\xE9"),
          new BadAt({ code: "x", "a/b": "x" }, "/variables/a~1b"),
          new BadAt({ code: "x", [`a${"b".repeat(32)}`]: "x" }, `/variables/a${"b".repeat(32)}`)
        ]
      }
    ],
    send: (given) => sendSms(api, given),
    status: 202,
    stored: () => api.store.log.length + api.blobs.kept.size
  });
  console.log(`  ${tried} cases of POST /v1/sms`);
  for (const field of ["body", "media_urls"]) {
    const answer = await sendSms(api, { ...body, [field]: "x" });
    assert.equal([answer.status, issuePaths(answer)], [422, [`/${field}`]]);
  }
  for (const template of ["", "x".repeat(101), 1, null]) {
    const answer = await sendSms(api, { ...body, template });
    assert.equal([answer.status, issuePaths(answer)], [422, ["/template"]]);
  }
  const { template: _, ...rest } = body;
  for (const template_id of ["", "x", 1, null]) {
    const answer = await sendSms(api, { ...rest, template_id });
    assert.equal([answer.status, issuePaths(answer)], [422, ["/template_id"]]);
  }
  const many = await sendSms(api, { from: "x", surprise: 1 });
  assert.equal(issuePaths(many), ["/to", "/consent_basis", "/from", "/surprise", "/template_id"]);
  await api.close();
});
test.run();
//# sourceMappingURL=smsFields.test.js.map
