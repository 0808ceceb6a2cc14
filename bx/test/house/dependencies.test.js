// test/house/dependencies.test.ts
import { suite } from "./runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ROOT } from "../support/project.js";
import { cruise } from "./cruise.js";
import { circlesBetweenRooms } from "./rooms.js";
var dependencies = suite("dependencies");
dependencies("the source keeps the rule", () => {
  const { modules, summary } = cruise(ROOT);
  const found = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  assert.equal(found, []);
  assert.ok(
    modules.filter(({ source }) => source.startsWith("src/")).length > 50,
    "the source was looked at"
  );
  assert.equal(circlesBetweenRooms(modules), []);
});
dependencies.run();
//# sourceMappingURL=dependencies.test.js.map
