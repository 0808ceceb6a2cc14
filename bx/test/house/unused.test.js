// test/house/unused.test.ts
import { suite } from "./runner/namedSuite.js";
import { check } from "./check.js";
var unused = suite("what is not used");
unused(
  "nothing is exported that nobody imports, no file and no package lies idle",
  () => check("knip/bin/knip.js", "--no-progress")
);
unused.run();
//# sourceMappingURL=unused.test.js.map
