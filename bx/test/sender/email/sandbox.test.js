// test/sender/email/sandbox.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { firstLink } from "../../../src/sender/email/sandbox.js";
var test = suite("the link that a simulated recipient clicks");
test("the first one of http or https", () => {
  assert.is(
    firstLink('<a name="x">a</a><a href="mailto:a@b.co">b</a><a href=" https://a.test/1 ">c</a>'),
    "https://a.test/1"
  );
  assert.is(firstLink("<p>none</p>"), null);
});
test("one that is too long to be counted is passed over: it would not fit into the log either", () => {
  const link = (length) => `https://a.test/?${"x".repeat(length - 16)}`;
  assert.is(firstLink(`<a href="${link(2001)}">a</a><a href="${link(2e3)}">b</a>`), link(2e3));
  assert.is(firstLink(`<a href="${link(12e5)}">a</a>`), null);
});
test("tags in any number are read once: what took minutes would hang here", () => {
  assert.is(firstLink("<b>".repeat(2e5) + "</i>".repeat(2e5)), null);
});
test.run();
//# sourceMappingURL=sandbox.test.js.map
