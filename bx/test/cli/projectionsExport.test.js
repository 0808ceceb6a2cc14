// test/cli/projectionsExport.test.ts
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { decideSuppression } from "../../src/commands/email/suppress.js";
import { projectionList } from "../../src/projections/readModels.js";
import { eventually } from "../e2e/eventually.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { terminal, workspaceInTerminal } from "./terminal.js";
var test = suite("projections export");
var folder = temporaryFolder();
var inFolder = (name) => join(folder.path, name);
test.after(() => folder.remove());
var parts = () => readdirSync(folder.path).filter((name) => name.endsWith(".part"));
var HOSTILE = 'a "quoted", =1+1\nsecond line \xFC';
async function filled() {
  const cli = await terminal();
  for (const name of ["default", "acme"]) await cli.run(`workspaces create ${name}`);
  await cli.run("suppressions add ann@example.com");
  const origin = {
    actor: "key:1",
    workspace: workspaceInTerminal("default"),
    correlation: "",
    causation: null
  };
  await decideSuppression(cli.ledger, origin, { do: "add", address: "ben@example.com", reason: HOSTILE });
  await cli.run("suppressions add eve@example.com --workspace acme");
  return cli;
}
function whileWriting({ documents }, between) {
  const { collection } = documents;
  let scans = 0;
  documents.collection = async (options) => {
    const found = await collection(options);
    if (!options.name.startsWith("suppressions")) return found;
    const scan = async function* () {
      scans += 1;
      if (scans === 2) await between();
      yield* found.scan();
    };
    return { ...found, scan };
  };
}
function cellsOf(text) {
  const rows = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}
test("gives each document as a row, whatever it holds, for its owner alone", async () => {
  const cli = await filled();
  const file = inFolder("suppressions.csv");
  const { exitCode, stdout, stderr } = await cli.run(["projections", "export", "suppressions", file]);
  assert.is(exitCode, 0, stderr);
  assert.match(stdout, `3 documents of suppressions in ${file}`);
  assert.is(statSync(file).mode & 511, 384);
  assert.equal(parts(), []);
  const [headings = [], ...rows] = cellsOf(readFileSync(file, "utf8"));
  assert.is(headings[0], "key");
  const [address, detail] = [headings.indexOf("address"), headings.indexOf("detail")];
  assert.equal(rows.map((row) => row[address]).sort(), [
    "ann@example.com",
    "ben@example.com",
    "eve@example.com"
  ]);
  assert.is(rows.find((row) => row[address] === "ben@example.com")?.[detail], HOSTILE);
  assert.equal(
    rows.map(([key]) => key),
    rows.map(([key]) => key).sort()
  );
});
test("gives JSON Lines of one workspace", async () => {
  const cli = await filled();
  const file = inFolder("suppressions.jsonl");
  await cli.run([
    "projections",
    "export",
    "suppressions",
    file,
    ..."--format jsonl --workspace acme".split(" ")
  ]);
  const [document, ...more] = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(more, []);
  assert.equal([document.workspace, document.address], [workspaceInTerminal("acme"), "eve@example.com"]);
  assert.is(Object.keys(document)[0], "key");
});
test("gives every read model, empty ones too", async () => {
  const cli = await filled();
  for (const { name } of projectionList(cli.projections)) {
    const file = inFolder(`${name}.csv`);
    if (existsSync(file)) continue;
    const { exitCode, stderr } = await cli.run(["projections", "export", name, file]);
    assert.is(exitCode, 0, stderr);
    assert.match(readFileSync(file, "utf8"), /^key(,|\n)/);
  }
});
test("of two exports to one file the first that is whole gets it, and neither leaves a part", async () => {
  const [one, other] = [await filled(), await filled()];
  await other.run("suppressions add dan@example.com");
  const file = inFolder("twice.csv");
  const line = ["projections", "export", "suppressions", file];
  whileWriting(one, async () => assert.is((await other.run(line)).exitCode, 0));
  const second = await one.run(line);
  assert.is(second.exitCode, 1);
  assert.match(second.stderr, "twice.csv could not be written: EEXIST");
  assert.is(cellsOf(readFileSync(file, "utf8")).length, 5);
  assert.equal(parts(), []);
});
test("an export that is interrupted leaves nothing", async () => {
  const cli = await filled();
  const before = process.listeners("exit");
  let left = null;
  whileWriting(cli, async () => {
    await eventually("there is a part", () => parts().length === 1);
    for (const listener of process.listeners("exit").filter((one) => !before.includes(one))) listener(130);
    left = parts();
  });
  const file = inFolder("interrupted.csv");
  await cli.run(["projections", "export", "suppressions", file]);
  assert.equal([existsSync(file), left, process.listeners("exit")], [false, [], before]);
});
test("what came since the documents were counted is counted too", async () => {
  const cli = await filled();
  whileWriting(cli, async () => {
    await cli.run("suppressions add fay@example.com");
    await cli.run("suppressions list");
  });
  const { stdout } = await cli.run(["projections", "export", "suppressions", inFolder("more.csv")]);
  assert.match(stdout, "4 documents of suppressions");
});
test("refuses a read model that there is not, a file that exists, and a folder that does not", async () => {
  const cli = await filled();
  const unknown = await cli.run(["projections", "export", "nothing", inFolder("x.csv")]);
  assert.is(unknown.exitCode, 3);
  assert.match(unknown.stderr, "there is no read model nothing");
  writeFileSync(inFolder("mine.csv"), "mine");
  const existing = await cli.run(["projections", "export", "suppressions", inFolder("mine.csv")]);
  assert.is(existing.exitCode, 1);
  assert.match(existing.stderr, "exists: name another file");
  assert.is(readFileSync(inFolder("mine.csv"), "utf8"), "mine");
  const nowhere = await cli.run(["projections", "export", "suppressions", inFolder("no/x.csv")]);
  assert.is(nowhere.exitCode, 1);
  assert.match(nowhere.stderr, /x\.csv could not be written: ENOENT/);
});
test.run();
//# sourceMappingURL=projectionsExport.test.js.map
