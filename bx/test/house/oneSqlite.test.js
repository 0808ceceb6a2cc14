// test/house/oneSqlite.test.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ROOT } from "../support/project.js";
var { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
var named = (pattern) => Object.keys(packages).filter((path) => pattern.test(path));
var test = suite("one SQLite in the process");
test("exactly one copy of one library is installed, at the one version that was tried", () => {
  const copies = named(
    /(^|\/)node_modules\/(@photostructure\/sqlite|better-sqlite3|sqlite3|sql\.js|libsql)$/
  );
  assert.equal(copies, ["node_modules/@photostructure/sqlite"]);
  assert.is(packages["node_modules/@photostructure/sqlite"]?.version, "1.2.1");
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.is(manifest.dependencies["@photostructure/sqlite"], "1.2.1", "the version is pinned");
});
test("lmdb is gone from the house", () => {
  assert.equal(named(/node_modules\/lmdb$/), []);
});
test.run();
//# sourceMappingURL=oneSqlite.test.js.map
