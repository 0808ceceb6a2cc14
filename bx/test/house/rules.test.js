// test/house/rules.test.ts
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ROOT } from "../support/project.js";
import { breachesOf, suitesOf } from "./rules.js";
var rules = suite("rules of the house");
function sources(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts")).map((path) => ({ path: `${folder}/${path}`, source: readFileSync(join(ROOT, folder, path), "utf8") }));
}
var named = (path, source) => breachesOf(path, source).map(({ rule }) => rule);
rules("every source file keeps them", () => {
  const files = sources("src");
  assert.ok(files.length > 50);
  const breaches = files.flatMap(
    ({ path, source }) => breachesOf(path, source).map(({ line, rule }) => `${path}:${line} ${rule}`)
  );
  assert.equal(breaches, []);
});
rules("every suite that is made is run, in test files and in contracts", () => {
  const forgotten = sources("test").flatMap(({ path, source }) => {
    const { made, run } = suitesOf(source);
    return made.filter((name) => !run.includes(name)).map((name) => `${path} never runs ${name}`);
  });
  assert.equal(forgotten, []);
});
rules("time and chance are found in the core and allowed at the rim", () => {
  const calls = ["Date.now()", "new Date()", "Math.random()", "randomUUID()", "crypto.randomUUID()"];
  for (const call of calls) {
    assert.equal(named("src/commands/a.ts", `export const a = ${call};`), [
      "time, chance and ids are injected"
    ]);
    assert.equal(named("src/adapters/node/a.ts", `export const a = ${call};`), []);
  }
  assert.equal(named("src/commands/a.ts", "export const a = new Date(0); // not Date.now()"), []);
});
rules("a position that is made up is found", () => {
  const source = "export const at = '7' as Position;";
  assert.equal(named("src/projections/a.ts", source), ["only the log makes positions"]);
  assert.equal(named("src/adapters/position.ts", source), []);
});
rules("any, assertions, silenced checkers, long and vaguely named files are found", () => {
  assert.equal(named("src/a.ts", "export const a: any = 1;"), ["no any"]);
  assert.equal(named("src/a.ts", "export const a = [1][0]!;"), ["no non-null assertion"]);
  assert.equal(named("src/a.ts", "// @ts-ignore\nexport const a = 1;"), ["no checker is silenced"]);
  assert.equal(named("src/a.ts", "export {};\n".repeat(201)), ["at most 200 lines of code a file"]);
  assert.equal(named("src/api/utils.ts", "export {};"), ["a file is named for what is in it"]);
});
rules("a function that no reader holds in the head is found, whatever its form and place", () => {
  const lines = (count) => "one();\n".repeat(count);
  const long = ["at most 70 lines of code a function"];
  assert.equal(named("src/a.ts", `export function a() {
${lines(68)}}`), []);
  assert.equal(named("src/a.ts", `export function a() {
${lines(69)}}`), long);
  assert.equal(named("src/a.ts", `export const a = () => {
${lines(69)}};`), long);
  assert.equal(named("src/a.ts", `export const a = { b() {
${lines(69)}} };`), long);
  assert.equal(named("src/a.ts", `/** ${lines(69)} */
export function a() {
one();
}`), []);
  assert.equal(named("src/a.ts", `export function a() {
${lines(68)}${"// a remark\n\n".repeat(99)}}`), []);
});
rules("a suite that is never run is found", () => {
  const source = "const one = suite('one'); const two = suite('two'); one.run();";
  const { made, run } = suitesOf(source);
  assert.equal([made, run], [["one", "two"], ["one"]]);
});
rules.run();
//# sourceMappingURL=rules.test.js.map
