// test/house/checks.test.ts
import { suite } from "./runner/namedSuite.js";
import { check } from "./check.js";
var checks = suite("checks");
checks("the types hold", () => check("typescript-7/bin/tsc", "-p", "tsconfig.json"));
checks("the linter and the formatter are content", () => check("@biomejs/biome/bin/biome", "check"));
checks.run();
//# sourceMappingURL=checks.test.js.map
