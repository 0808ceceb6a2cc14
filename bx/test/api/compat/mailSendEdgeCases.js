// test/api/compat/mailSendEdgeCases.ts
import { refused, taken } from "./cases.js";
import { good } from "./mailSendCases.js";
var file = { filename: "a.pdf", content: "QQ==" };
var person = { to: [{ email: "x@y.co" }], subject: "s" };
var longest = (change) => ({
  personalizations: [...Array(49).fill(person), { ...person, ...change }]
});
var LAST = "/personalizations/49";
var edgeCases = [
  taken("personalizations", longest({ headers: { "X-A": "1" } }), { headers: { "X-A": "1" } }),
  refused("personalizations[].headers", longest({ headers: { Date: "x" } }), `${LAST}/headers/Date`),
  refused(
    "personalizations[].subject",
    { subject: void 0, ...longest({ subject: void 0 }) },
    `${LAST}/subject`,
    /is required/
  ),
  ...[{ content: "*" }, { type: "message/partial" }].map(
    (change) => refused(
      "attachments",
      { attachments: [...Array(19).fill(file), { ...file, ...change }] },
      `/attachments/19/${Object.keys(change)[0]}`
    )
  ),
  ...["<a@b.co>", '"" <a@b.co>', " <a@b.co> "].map(
    (email) => refused("from.email", { from: { email } }, "/from/email", /must be an email address/)
  ),
  ...["", " ", "   "].flatMap((name) => [
    taken("from.name", { from: { email: "a@b.co", name } }, { from: "a@b.co" }),
    taken("reply_to.name", { reply_to: { email: "r@b.co", name } }, { replyTo: ["r@b.co"] }),
    taken(
      "personalizations[].to[].name",
      { personalizations: [{ to: [{ email: "z@y.co", name }] }] },
      { to: ["z@y.co"] }
    )
  ]),
  taken("from.name", { from: { email: "a@b.co", name: " Acme " } }, { from: "Acme <a@b.co>" }),
  // Names that every object has without being given them are no fields of the table.
  refused("unknown", { constructor: [] }, "/constructor", /^is not a known field$/),
  refused("unknown", { from: { ...good.from, valueOf: [] } }, "/from/valueOf", /^is not a known field$/)
];
export {
  edgeCases
};
//# sourceMappingURL=mailSendEdgeCases.js.map
