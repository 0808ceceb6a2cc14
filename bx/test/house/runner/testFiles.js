// test/house/runner/testFiles.ts
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
function testFiles(project, compiled) {
  return readdirSync(join(project, "test"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".test.ts")).sort().map((path) => {
    const source = readFileSync(join(project, "test", path), "utf8");
    const seconds = /^\/\/ timeout: (\d+) s$/m.exec(source)?.[1];
    return {
      name: join("test", path),
      program: join(compiled, "test", path.replace(/\.ts$/, ".js")),
      timeoutMs: seconds === void 0 ? null : Number(seconds) * 1e3,
      isForAll: /^\/\/ runs in: test:all$/m.test(source)
    };
  }).sort((one, other) => (other.timeoutMs ?? 0) - (one.timeoutMs ?? 0));
}
function chosenFiles(files, words, all) {
  if (words.length === 0) return files.filter(({ isForAll }) => all || !isForAll);
  return files.filter(({ name }) => words.some((word) => name.includes(word.replace(/^\.\//, ""))));
}
export {
  chosenFiles,
  testFiles
};
//# sourceMappingURL=testFiles.js.map
