// test/adapters/eventstoredb/broken.test.ts
import { execFile } from "node:child_process";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { BREAKABLE } from "../../double/records.js";
import { nodeArguments } from "../../support/project.js";
var test = suite("a double that breaks a rule fails its suites");
var GUARD_MS = 3e5;
var output = "";
test.before(async () => {
  output = await new Promise((resolve) => {
    const env = { ...process.env, FORCE_COLOR: "0" };
    const options = { env, timeout: GUARD_MS, maxBuffer: 64 * 1048576 };
    execFile(
      process.execPath,
      nodeArguments("test/adapters/eventstoredb/brokenContract"),
      options,
      (_, stdout) => resolve(stdout)
    );
  });
});
var contract = [
  "size-limit",
  "durability",
  "expected-revision",
  "actual-revision",
  "atomicity",
  "idempotency",
  "idempotent-position",
  "order",
  "filter",
  "from-position"
];
var rules = ["size-limit", "idempotency", "filter", "gap", "checkpoints"];
var broken = [
  ...contract.map((rule) => `contract without ${rule}`),
  ...rules.map((rule) => `rules without ${rule}`)
];
for (const name of broken) {
  test(name, () => {
    const [, passed, total] = output.match(new RegExp(`${name} .*\\((\\d+) / (\\d+)\\)`)) ?? [];
    assert.ok(Number(total) > 0, "the suite ran");
    assert.ok(Number(passed) < Number(total), "the suite noticed");
  });
}
test("every rule that can be broken is tried", () => {
  assert.equal(
    BREAKABLE.filter((rule) => !contract.concat(rules).includes(rule)),
    []
  );
});
test.run();
//# sourceMappingURL=broken.test.js.map
