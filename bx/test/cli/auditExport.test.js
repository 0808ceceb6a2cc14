// test/cli/auditExport.test.ts
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openLockFile, takeLockAlone } from "../../src/adapters/embedded/sqlite.js";
import { sha256Of } from "../../src/adapters/node/sha256.js";
import { begunLedger } from "../support/begunLedger.js";
import { COMMAND_LINE } from "../support/project.js";
import { commandOn, EMAIL_EVENTS, exportedLedger, linesIn } from "./exportedLedger.js";
var test = suite("audit export");
var { inFolder, env, whole, exported, run, remove } = await exportedLedger();
test.after(() => remove());
test("ends with count, hash and seal, and the same again gives the same", async () => {
  assert.is(exported.exitCode, 0, exported.stderr);
  const lines = linesIn(whole);
  const answer = JSON.parse(exported.stdout);
  assert.is(answer.events, lines.length - 2);
  assert.is(answer.sha256, await sha256Of(Buffer.from(`${lines.slice(0, -1).join("\n")}
`)));
  assert.equal(JSON.parse(lines.at(-1) ?? ""), {
    end: { events: answer.events, sha256: answer.sha256, seal: null }
  });
  assert.is(existsSync(`${whole}.lock`), false);
  const last = JSON.parse(lines.at(-2) ?? "");
  assert.equal(
    Object.keys(last).sort(),
    "data id metadata position revision sha256 stream time type".split(" ").sort()
  );
  assert.is(last.data.n, EMAIL_EVENTS - 1);
  const again = await run("audit", "export", whole);
  assert.match(again.stdout, /lines of it were there already/);
  assert.equal(linesIn(whole), lines);
  const { held, events } = JSON.parse((await run("audit", "export", whole, "--json")).stdout);
  assert.is(held, events);
});
test("goes on after its last whole line when it was cut anywhere", async () => {
  const bytes = readFileSync(whole);
  for (const size of [0, 20, 400, Math.floor(bytes.length / 2), bytes.length - 3]) {
    const file = inFolder(`cut-${size}.jsonl`);
    writeFileSync(file, bytes);
    truncateSync(file, size);
    const { exitCode, stderr } = await run("audit", "export", file);
    assert.is(exitCode, 0, stderr);
    assert.ok(readFileSync(file).equals(bytes), `cut at ${size}`);
  }
});
test("of a disk that is full the rest is written later", async () => {
  const full = inFolder("full.jsonl");
  const command = [process.execPath, ...COMMAND_LINE, "audit", "export", full];
  const limited = `trap '' XFSZ; ulimit -f 1000; exec ${command.map((word) => `'${word}'`).join(" ")}`;
  const refused = spawnSync("bash", ["-c", limited], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8"
  });
  assert.is(refused.status, 1, refused.stderr);
  assert.match(refused.stderr, /EFBIG.* with more room the same command goes on after the last whole line/);
  assert.is(existsSync(`${full}.lock`), false);
  assert.is((await run("audit", "export", full)).exitCode, 0);
  assert.ok(readFileSync(full).equals(readFileSync(whole)));
});
test("Ctrl-C gives the lock back each time, and the rest is written later", async () => {
  const stopped = inFolder("stopped.jsonl");
  for (let time = 0; time < 2; time++) {
    const { exitCode, stderr, second } = await interruptedExport(stopped);
    assert.is(exitCode, 130);
    if (time === 0) assert.match(second.stderr, /another export writes into/);
    assert.match(stderr, /interrupted; what was exported stays; the same command goes on from there/);
    assert.is(existsSync(`${stopped}.lock`), false, "the lock is given back");
  }
  assert.is((await run("audit", "export", stopped)).exitCode, 0);
  assert.ok(readFileSync(stopped).equals(readFileSync(whole)));
});
async function interruptedExport(file) {
  for (let tries = 0; ; tries++) {
    const child = spawn(process.execPath, [...COMMAND_LINE, "audit", "export", file], {
      env: { PATH: process.env.PATH, ...env }
    });
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text.toString();
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    while (![file, `${file}.lock`].every(existsSync) && child.exitCode === null)
      await new Promise(setImmediate);
    child.kill("SIGSTOP");
    const second = await run("audit", "export", file);
    for (const signal of ["SIGINT", "SIGCONT"]) child.kill(signal);
    const exitCode = await ended;
    if (exitCode !== 0 || tries === 5) return { exitCode, stderr, second };
    rmSync(file);
  }
}
test("refuses a file that another export writes, of another ledger or filter, or of something else", async () => {
  const file = inFolder("taken.jsonl");
  const lock = openLockFile(`${file}.lock`, 0);
  assert.ok(takeLockAlone(lock));
  const second = await run("audit", "export", file);
  assert.is(second.exitCode, 4);
  assert.match(second.stderr, /another export writes into/);
  assert.is(existsSync(file), false);
  assert.is(existsSync(`${file}.lock`), true, "the other one\u2019s lock stays");
  lock.close();
  assert.match((await run("audit", "export", whole, "--stream", "email")).stderr, /or with another filter/);
  const other = { ...env, POSTLEDGER_DATA: inFolder("other") };
  await begunLedger(other);
  assert.match((await commandOn(other, "audit", "export", whole)).stderr, /export of another ledger/);
  for (const text of ["my notes", "my notes\n", `${"long ".repeat(99)}`]) {
    writeFileSync(file, text);
    assert.match((await run("audit", "export", file)).stderr, /is no export: name another file/);
    assert.is(readFileSync(file, "utf8"), text);
    assert.is(existsSync(`${file}.lock`), false);
  }
});
test("refuses what is no file, such as a pipe: it would wait for an earlier export to come out of it", async () => {
  const pipe = inFolder("pipe");
  assert.is(spawnSync("mkfifo", [pipe]).status, 0);
  for (const name of [pipe, "/dev/null", inFolder(".")]) {
    const { exitCode, stderr } = await run("audit", "export", name);
    assert.is(exitCode, 2);
    assert.match(stderr, `${name} is no regular file: `);
  }
  assert.is(existsSync(`${pipe}.lock`), false);
});
test("each filter works alone and with each other one", async () => {
  const lines = linesIn(whole).slice(1, -1);
  const workspaces = JSON.parse((await run("workspaces", "list", "--json")).stdout);
  const [acme] = workspaces;
  assert.ok(acme);
  const filters = [
    ["--since", "2026-03-01T01:00:10+01:00", ({ time }) => time >= "2026-03-01T00:00:10.000Z"],
    ["--since", "2026-03-02", ({ time }) => time >= "2026-03-02"],
    ["--until", "2026-03-01T00:00:20Z", ({ time }) => time < "2026-03-01T00:00:20.000Z"],
    ["--until", "2026-03-02", ({ time }) => time < "2026-03-02"],
    ["--workspace", "acme", ({ metadata }) => metadata.workspace === acme.id],
    ["--stream", "email", ({ stream: stream2 }) => stream2.startsWith("email-")],
    ["--stream", "email-3", ({ stream: stream2 }) => stream2 === "email-3"],
    ["--stream", "workspace", ({ stream: stream2 }) => stream2.startsWith("workspace-")],
    ["--type", "Delivered", ({ type: type2 }) => type2 === "Delivered"],
    ["--type", "WorkspaceOpened,Submitted", ({ type: type2 }) => type2 === "WorkspaceOpened" || type2 === "Submitted"]
  ];
  let number = 0;
  const exportsOf = async (...chosen) => {
    const options = chosen.map(([name, value]) => `${name}=${value}`);
    const file = inFolder(`filtered-${number++}.jsonl`);
    const { exitCode, stderr } = await run("audit", "export", file, ...options);
    const of = options.join(" ");
    assert.is(exitCode, 0, `${of}: ${stderr}`);
    const wanted = lines.filter((line) => chosen.every(([, , isWanted]) => isWanted(JSON.parse(line))));
    const held = linesIn(file);
    assert.equal(held.slice(1, -1), wanted, of);
    assert.is(JSON.parse(held.at(-1) ?? "").end.events, wanted.length, of);
    assert.ok(JSON.parse(held[0] ?? "").filter !== null, of);
    return wanted.length;
  };
  for (const one of filters) assert.ok(await exportsOf(one) > 0);
  const firsts = filters.filter(([name], at) => filters.findIndex((one) => one[0] === name) === at);
  for (const [at, one] of firsts.entries())
    for (const other of firsts.slice(at + 1)) await exportsOf(one, other);
  const [since, , until, , , stream, , , type] = filters;
  assert.ok(since && until && stream && type);
  assert.is(await exportsOf(since, until, stream, type), 5);
});
test("refuses a filter that can only give nothing", async () => {
  const cases = [
    [/It must be a time such as .*, or a date for its beginning in UTC/, "--since", "2h"],
    [/It must be a time such as/, "--until", "2026-02-30"],
    [/There is no event type 'Delivred'/, "--type", "Delivered,Delivred"],
    [/There is no event type ''/, "--type", "Delivered,"],
    [/No category of streams is called so/, "--stream", "emai"],
    [/No category of streams is called so/, "--stream", ""],
    [/no time is from --since on and before --until/, "--since", "2026-03-02", "--until", "2026-03-02"],
    [/there is no workspace nope/, "--workspace", "nope"]
  ];
  const file = inFolder("refused.jsonl");
  for (const [said, ...options] of cases) {
    const { exitCode, stderr } = await run("audit", "export", file, ...options);
    assert.match(stderr, said);
    assert.is(exitCode, stderr.includes("workspace") ? 3 : 2);
    assert.is(existsSync(file), false);
  }
});
test.run();
//# sourceMappingURL=auditExport.test.js.map
