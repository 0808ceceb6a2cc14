// test/commands/template/template.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import { templateDecider } from "../../../src/commands/template/template.js";
import { given } from "../../support/given.js";
var test = suite("template");
var inline = (text2) => ({ inline: text2 });
var blob = (digit) => ({ blob: { sha256: digit.repeat(64), length: 7e4 } });
var fields = {
  friendlyName: "welcome",
  name: "Welcome",
  subject: "Hello",
  html: inline("<p>Hello</p>"),
  text: null,
  variables: inline("{}")
};
var created = { type: "TemplateCreated", data: { ...fields, revision: 1 } };
var deleted = { type: "TemplateDeleted", data: {} };
var { subject, html, text } = fields;
test("a new template has revision 1", () => {
  given(templateDecider).when({ do: "create", fields }).then(created);
});
test("a template that another claim has ended is not written any more", () => {
  given(templateDecider, deleted).when({ do: "create", fields }).thenRefused("invalid", { path: "/friendly_name" });
});
for (const [what, changes, body] of [
  ["subject", { subject: "Hi" }, { subject: "Hi", html, text }],
  ["html", { html: inline("<b>Hi</b>") }, { subject, html: inline("<b>Hi</b>"), text }],
  ["text", { text: inline("Hi") }, { subject, html, text: inline("Hi") }],
  ["html, removed,", { html: null }, { subject, html: null, text }],
  ["html, grown large,", { html: blob("a") }, { subject, html: blob("a"), text }]
])
  test(`a change of ${what} cuts a revision`, () => {
    given(templateDecider, created).when({ do: "change", changes }).then({ type: "TemplateRevised", data: { revision: 2, ...body } });
  });
for (const changes of [
  {},
  { subject: "Hello" },
  { html: inline("<p>Hello</p>"), text: null },
  { ...fields }
])
  test(`equal values change nothing: ${Object.keys(changes)}`, () => {
    given(templateDecider, created).when({ do: "change", changes }).then();
  });
test("a large body is equal by its hash", () => {
  const large = { type: "TemplateCreated", data: { ...fields, html: blob("a"), revision: 1 } };
  given(templateDecider, large).when({ do: "change", changes: { html: blob("a") } }).then();
  given(templateDecider, large).when({ do: "change", changes: { html: blob("b") } }).then({ type: "TemplateRevised", data: { revision: 2, subject, html: blob("b"), text } });
});
test("names and variables change without a revision", () => {
  const changes = { friendlyName: "hello", name: "Hello", variables: inline('{"a":1}') };
  given(templateDecider, created).when({ do: "change", changes }).then({ type: "TemplateChanged", data: changes });
});
test("body and name change in one append", () => {
  given(templateDecider, created).when({ do: "change", changes: { name: "Other", subject: "Hi" } }).then(
    { type: "TemplateRevised", data: { revision: 2, subject: "Hi", html, text } },
    { type: "TemplateChanged", data: { name: "Other" } }
  );
});
test("revisions count on", () => {
  const second = { type: "TemplateRevised", data: { revision: 2, subject: "Hi", html, text } };
  given(templateDecider, created, second).when({ do: "change", changes: { subject } }).then({ type: "TemplateRevised", data: { revision: 3, subject, html, text } });
});
test("a template is deleted once", () => {
  given(templateDecider, created).when({ do: "delete" }).then(deleted);
  given(templateDecider, created, deleted).when({ do: "delete" }).thenRefused("notFound");
  given(templateDecider, created, deleted).when({ do: "change", changes: {} }).thenRefused("notFound");
  given(templateDecider).when({ do: "delete" }).thenRefused("notFound");
});
test.run();
//# sourceMappingURL=template.test.js.map
