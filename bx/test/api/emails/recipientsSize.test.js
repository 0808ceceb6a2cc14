// test/api/emails/recipientsSize.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { RECIPIENTS_MAX_BYTES, recipientsSizeIssues } from "../../../src/api/emails/emailRules.js";
var test = suite("recipients\u2019 size");
function filling(letter) {
  const one = `${letter.repeat(100)} <a@b.co>`;
  const bytes = 2 * Buffer.byteLength(one) + 150;
  return { one, most: Math.floor(RECIPIENTS_MAX_BYTES / bytes) };
}
for (const letter of ["a", "\xFC", "\u5B57", "\u{1F642}"])
  test(`bytes are counted, not characters: ${letter}`, () => {
    const { one, most } = filling(letter);
    assert.equal(recipientsSizeIssues({ to: Array(most).fill(one) }), []);
    assert.equal(recipientsSizeIssues({ to: Array(most + 1).fill(one) }), [
      { path: "/to", message: "names too many recipients for one message" }
    ]);
  });
test("the three lists count together, and the longest is named", () => {
  const { one, most } = filling("a");
  const some = Math.floor(most / 3);
  const more = most - 2 * some + 1;
  assert.equal(
    recipientsSizeIssues({
      to: Array(some).fill(one),
      cc: Array(more).fill(one),
      bcc: Array(some).fill(one)
    }).map(({ path }) => path),
    ["/cc"]
  );
});
test.run();
//# sourceMappingURL=recipientsSize.test.js.map
