// test/commands/kernel/csv.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { csvForSpreadsheets, csvLine } from "../../../src/commands/kernel/csv.js";
var test = suite("comma-separated values");
test("cells are quoted where they must be", () => {
  assert.is(
    csvLine(["a,b", 'say "x"', "two\nlines", null, 0, false]),
    '"a,b","say ""x""","two\nlines",,0,false'
  );
});
test("for a spreadsheet no text is a formula, and numbers stay what they are", () => {
  const tags = ["=1+1", "+1", "-1", "@SUM(A1)", "	x", "\r=x", "a=b", '="a,b"'];
  const rows = [...tags.map((tag) => ({ tag, n: -1 })), { tag: null, n: 0 }];
  assert.equal(csvForSpreadsheets(["tag", "n"], rows).split("\n"), [
    "tag,n",
    "'=1+1,-1",
    "'+1,-1",
    "'-1,-1",
    "'@SUM(A1),-1",
    "'	x,-1",
    `"'\r=x",-1`,
    "a=b,-1",
    `"'=""a,b""",-1`,
    ",0"
  ]);
});
test.run();
//# sourceMappingURL=csv.test.js.map
