// test/house/keptOut.test.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ROOT } from "../support/project.js";
var test = suite("issue 27, 8: secrets stay out of repositories, images and packages");
var linesOf = (name) => readFileSync(join(ROOT, name), "utf8").split("\n");
test("git ignores the data folder and .env, with its master key", () => {
  const ignored = linesOf(".gitignore");
  for (const entry of ["data/", ".env"]) assert.ok(ignored.includes(entry), entry);
});
test("so do images, and single keys too", () => {
  const ignored = linesOf(".dockerignore");
  for (const entry of ["data", ".env", "first.key", "master.key"]) assert.ok(ignored.includes(entry), entry);
});
test("the package has what was built and its documents alone", () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.equal(files, ["dist", "docs", "THIRD-PARTY.md"]);
});
test.run();
//# sourceMappingURL=keptOut.test.js.map
