// test/house/dependencyRules.test.ts
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { suite } from "./runner/namedSuite.js";
import * as assert from "uvu/assert";
import { cruise } from "./cruise.js";
import { circlesBetweenRooms } from "./rooms.js";
var rules = suite("the rules of dependencies");
function cruiseOf(files) {
  const folder = mkdtempSync(join(tmpdir(), "postledger-dependencies-"));
  try {
    const all = {
      "tsconfig.json": '{"compilerOptions":{"module":"NodeNext","allowImportingTsExtensions":true,"noEmit":true}}',
      "package.json": '{"type":"module","dependencies":{"mongodb":"1"}}',
      "node_modules/mongodb/package.json": '{"name":"mongodb","version":"1.0.0","main":"index.js"}',
      "node_modules/mongodb/index.js": "module.exports = {};",
      ...files
    };
    for (const [name, source] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), source);
    }
    return cruise(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
var MADE_UP = {
  "src/events/email.ts": "import { app } from '../api/app.ts'; export const email = app;",
  "src/api/app.ts": "export const app = 1;",
  "src/ports/clock.ts": "import type { App } from '../commands/app.ts'; export type Clock = App;",
  "src/commands/app.ts": "export type App = 1;",
  "src/projections/store.ts": "import mongodb from 'mongodb'; export const opened = mongodb;",
  "src/adapters/store.ts": "import mongodb from 'mongodb'; export const opened = mongodb;",
  "src/events/a.ts": "import { b } from './b.ts'; export const a = () => b;",
  "src/events/b.ts": "import { a } from './a.ts'; export const b = () => a;",
  "src/events/lost.ts": "import { missing } from './missing.ts'; export const lost = missing;"
};
rules("an import that a rule forbids is found, of types alone too, and no other", () => {
  const { violations } = cruiseOf(MADE_UP).summary;
  const found = violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  assert.equal(found.sort(), [
    "drivers-in-adapters: src/projections/store.ts -> node_modules/mongodb/index.js",
    "events-imports: src/events/email.ts -> src/api/app.ts",
    "no-circles: src/events/a.ts -> src/events/b.ts",
    "ports-imports: src/ports/clock.ts -> src/commands/app.ts",
    "resolvable: src/events/lost.ts -> ./missing.ts"
  ]);
});
rules("a circle between rooms is found where none of its files is in one", () => {
  const { modules, summary } = cruiseOf({
    "src/main/a.ts": "import { b } from '../cli/b.ts'; export const a = b;",
    "src/cli/b.ts": "import type { Setting } from '../api/c.ts'; export const b: Setting = 1;",
    "src/api/c.ts": "export type Setting = 1;",
    "src/cli/d.ts": "import { e } from '../main/e.ts'; export const d = e;",
    "src/main/e.ts": "export const e = 1;"
  });
  assert.not(summary.violations.some(({ rule }) => rule.name === "no-circles"));
  assert.equal(circlesBetweenRooms(modules), ["cli -> main -> cli"]);
});
rules.run();
//# sourceMappingURL=dependencyRules.test.js.map
