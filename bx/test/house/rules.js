// test/house/rules.ts
import ts from "typescript";
var IMPURE = /^(Date\.now|Math\.random|performance\.now|process\.hrtime(\.bigint)?|(crypto\.)?(randomUUID|randomBytes|randomInt))$/;
var SILENCERS = /@ts-(ignore|nocheck|expect-error)|biome-ignore|eslint-disable/;
var MAKES_POSITIONS = /^src\/(events\/event|adapters\/position)\.ts$/;
var MAX_LINES = 200;
var MAX_FUNCTION_LINES = 70;
function mayBeImpure(path) {
  return /^src\/(adapters|cli|main)\//.test(path) || /^src\/main\.ts$/.test(path);
}
function breachesOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const breaches = [];
  const lineOf = (at) => file.getLineAndCharacterOfPosition(at).line + 1;
  const breach = (node, rule) => breaches.push({ line: lineOf(node.getStart(file)), rule });
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) breach(node, "no any");
    if (ts.isAsExpression(node) && node.type.getText(file) === "Position" && !MAKES_POSITIONS.test(path))
      breach(node, "only the log makes positions");
    if (ts.isNonNullExpression(node)) breach(node, "no non-null assertion");
    if (!mayBeImpure(path)) {
      if (ts.isCallExpression(node) && IMPURE.test(node.expression.getText(file)))
        breach(node, "time, chance and ids are injected");
      if (ts.isNewExpression(node) && node.expression.getText(file) === "Date" && !node.arguments?.length)
        breach(node, "time, chance and ids are injected");
    }
    if (ts.isFunctionLike(node) && linesOfCode(node, file).size > MAX_FUNCTION_LINES)
      breach(node, `at most ${MAX_FUNCTION_LINES} lines of code a function`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const lines = source.trimEnd().split("\n");
  lines.forEach((line, at) => {
    if (SILENCERS.test(line)) breaches.push({ line: at + 1, rule: "no checker is silenced" });
  });
  if (linesOfCode(file, file).size > MAX_LINES)
    breaches.push({ line: lines.length, rule: `at most ${MAX_LINES} lines of code a file` });
  if (/(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.ts$)/i.test(path))
    breaches.push({ line: 1, rule: "a file is named for what is in it" });
  return breaches;
}
function linesOfCode(node, file, lines = /* @__PURE__ */ new Set()) {
  if (ts.isJSDoc(node)) return lines;
  const parts = node.getChildren(file);
  if (parts.length === 0 && node.getWidth(file) > 0) {
    const last = file.getLineAndCharacterOfPosition(node.end).line;
    for (let line = file.getLineAndCharacterOfPosition(node.getStart(file)).line; line <= last; line += 1)
      lines.add(line);
  }
  for (const part of parts) linesOfCode(part, file, lines);
  return lines;
}
function suitesOf(source) {
  const file = ts.createSourceFile("test.ts", source, ts.ScriptTarget.Latest, true);
  const made = [];
  const run = [];
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isCallExpression(node.initializer)) {
      if (node.initializer.expression.getText(file) === "suite") made.push(node.name.getText(file));
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (node.expression.name.text === "run") run.push(node.expression.expression.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { made, run };
}
export {
  breachesOf,
  suitesOf
};
//# sourceMappingURL=rules.js.map
