import ts from 'typescript';

/** A place where a file breaks a rule of the house. */
export interface Breach {
  readonly line: number;
  readonly rule: string;
}

const IMPURE =
  /^(Date\.now|Math\.random|performance\.now|process\.hrtime(\.bigint)?|(crypto\.)?(randomUUID|randomBytes|randomInt))$/;
const SILENCERS = /@ts-(ignore|nocheck|expect-error)|biome-ignore|eslint-disable/;
const MAKES_POSITIONS = /^src\/(events\/event|adapters\/position)\.ts$/;
const MAX_LINES = 200;
const MAX_FUNCTION_LINES = 70;

/** Whether a file of src/ may ask for the time or for chance: only the outermost ones do. */
function mayBeImpure(path: string): boolean {
  return /^src\/(adapters|cli|main)\//.test(path) || /^src\/main\.ts$/.test(path);
}

/** Checks one source file by its syntax tree, so that comments and texts mislead nobody. */
export function breachesOf(path: string, source: string): Breach[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const breaches: Breach[] = [];
  const lineOf = (at: number) => file.getLineAndCharacterOfPosition(at).line + 1;
  const breach = (node: ts.Node, rule: string) => breaches.push({ line: lineOf(node.getStart(file)), rule });

  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) breach(node, 'no any');
    if (ts.isAsExpression(node) && node.type.getText(file) === 'Position' && !MAKES_POSITIONS.test(path))
      breach(node, 'only the log makes positions');
    if (ts.isNonNullExpression(node)) breach(node, 'no non-null assertion');
    if (!mayBeImpure(path)) {
      if (ts.isCallExpression(node) && IMPURE.test(node.expression.getText(file)))
        breach(node, 'time, chance and ids are injected');
      if (ts.isNewExpression(node) && node.expression.getText(file) === 'Date' && !node.arguments?.length)
        breach(node, 'time, chance and ids are injected');
    }
    if (ts.isFunctionLike(node) && linesOfCode(node, file).size > MAX_FUNCTION_LINES)
      breach(node, `at most ${MAX_FUNCTION_LINES} lines of code a function`);
    ts.forEachChild(node, visit);
  };
  visit(file);

  const lines = source.trimEnd().split('\n');
  lines.forEach((line, at) => {
    if (SILENCERS.test(line)) breaches.push({ line: at + 1, rule: 'no checker is silenced' });
  });
  if (linesOfCode(file, file).size > MAX_LINES)
    breaches.push({ line: lines.length, rule: `at most ${MAX_LINES} lines of code a file` });
  if (/(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.ts$)/i.test(path))
    breaches.push({ line: 1, rule: 'a file is named for what is in it' });
  return breaches;
}

/** Lines that hold code: blank lines and comments take no room, so that they are never left out to save some. */
function linesOfCode(node: ts.Node, file: ts.SourceFile, lines = new Set<number>()): ReadonlySet<number> {
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

/** Suites that a test file makes, by their variable, and those of them that it runs. */
export function suitesOf(source: string): {
  readonly made: readonly string[];
  readonly run: readonly string[];
} {
  const file = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true);
  const made: string[] = [];
  const run: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isCallExpression(node.initializer)) {
      if (node.initializer.expression.getText(file) === 'suite') made.push(node.name.getText(file));
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (node.expression.name.text === 'run') run.push(node.expression.expression.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { made, run };
}
