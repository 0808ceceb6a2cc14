// test/house/notYet.test.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./runner/namedSuite.js";
import * as assert from "uvu/assert";
import { catalogue } from "../../src/events/catalogue.js";
import { apiFixture } from "../support/apiFixture.js";
import { ROOT } from "../support/project.js";
var test = suite("issue 27, 14: what the README says that the service does not do yet");
var [, paragraph = ""] = /\*\*What it does not do yet:\*\* ([\s\S]*?)\n\n/.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
var statements = paragraph.replaceAll("\n", " ").replace(/\.$/, "").split("; ");
test("there are no calls for keys, sender domains and suppressions", async () => {
  assert.ok(statements.includes("no calls for keys, sender domains and suppressions (commands only)"));
  const api = await apiFixture();
  const { paths } = (await api.call("GET", "/openapi.json", { key: null })).body;
  assert.equal(
    Object.keys(paths).filter((path) => /key|domain|suppression/.test(path)),
    []
  );
  await api.close();
});
test("credits limit nothing: no request is refused for them", () => {
  assert.ok(statements.includes("credits are counted and limit nothing"));
  const spec = [...catalogue.keys()].filter((type) => /Credit/.test(type));
  assert.equal(spec, ["CreditsGranted"]);
});
test("nothing is released", () => {
  assert.ok(statements.includes("nothing has been released"));
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  assert.equal(changelog.match(/^## .*$/gm), ["## 0.1.0, not yet released"]);
});
test("no event is deleted", () => {
  assert.ok(statements.includes("nothing is deleted from the log"));
  const port = readFileSync(join(ROOT, "src", "ports", "eventStore.ts"), "utf8");
  assert.match(port, /^ {2}append\w*\(/m);
  assert.not.match(port, /^ {2}(delete|remove|truncate|tombstone)\w*\(/m);
});
test.run();
//# sourceMappingURL=notYet.test.js.map
