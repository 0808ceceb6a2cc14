// test/cli/auditImport.test.ts
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { startDouble } from "../double/eventStoreServer.js";
import { liftLimit, limitFiles } from "../faults/appendingProcess.js";
import { begunLedger } from "../support/begunLedger.js";
import { manualClock } from "../support/manualClock.js";
import { missingTool } from "../support/missingTool.js";
import { quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
import { skipped } from "../support/skipped.js";
import { cliProcessUntil } from "./cliProcess.js";
import { commandOn, exportedLedger, linesIn } from "./exportedLedger.js";
var test = suite("audit import");
var { inFolder, env, whole, run, into, leavesIn, giveMasterKey, remove } = await exportedLedger();
test.after(() => remove());
test("an export is imported with the same leaves, and is exported again as it was", async () => {
  const lines = linesIn(whole);
  const imported = await into("copy", whole);
  assert.is(imported.exitCode, 0, imported.stderr);
  assert.match(imported.stdout, /events imported\.\nThe ledger has the tree of the file: root [0-9a-f]{64}/);
  assert.equal(await leavesIn("copy"), await leavesIn("data"));
  giveMasterKey("copy");
  const copy = { ...env, POSTLEDGER_DATA: inFolder("copy") };
  const back = await commandOn(copy, "audit", "export", inFolder("back.jsonl"));
  assert.is(back.exitCode, 0, back.stderr);
  assert.equal(linesIn(inFolder("back.jsonl")), lines);
  assert.match((await into("copy", whole)).stdout, /0 events imported; \d+ were there already/);
});
test("refuses a ledger that is not empty, a part of a log, and a file that is not there", async () => {
  await begunLedger({ ...env, POSTLEDGER_DATA: inFolder("other") });
  assert.match((await into("other", whole)).stderr, /the ledger is not empty/);
  const part = inFolder("part.jsonl");
  await run("audit", "export", part, "--type", "Delivered");
  const { exitCode, stderr } = await into("part", part);
  assert.is(exitCode, 1);
  assert.match(stderr, /holds only the events of a filter, and no ledger. Nothing was imported/);
  assert.match((await into("part", inFolder("none.jsonl"))).stderr, /no such file/);
  assert.is(existsSync(inFolder("part")), false);
});
test("names the line that was changed, and writes nothing of such a file", async () => {
  const lines = linesIn(whole);
  const swapped = lines.with(500, lines[501] ?? "").with(501, lines[500] ?? "");
  const cases = [
    [/line 1501 is not as it was exported/, lines.with(1500, (lines[1500] ?? "").replace('"n":', '"n":1'))],
    [/line 1501 is not as it was exported/, lines.with(1500, `${lines[1500]} `)],
    [/line 1501 is not as it was exported/, lines.with(1500, "{}")],
    [/line 502 is not as it was exported/, swapped],
    [/its last line says/, lines.toSpliced(700, 1)],
    [/it was cut off/, lines.slice(0, -1)],
    [/line \d+ comes after the end/, [...lines, lines[5] ?? ""]],
    [/it is no export of a ledger/, lines.slice(1)]
  ];
  const file = inFolder("changed.jsonl");
  for (const [said, changed] of cases) {
    writeFileSync(file, `${changed.join("\n")}
`);
    const { exitCode, stderr } = await into("none", file);
    assert.is(exitCode, 1);
    assert.match(stderr, said);
    assert.match(stderr, "Nothing was imported");
    assert.is(existsSync(inFolder("none")), false);
  }
  assert.is((await into("none", whole)).exitCode, 0, "the folder is as empty as before");
});
test("goes on where it was broken off", async () => {
  const lines = linesIn(whole);
  const store = await embeddedEventStore(inFolder("half"), { log: quietLog });
  const appends = lines.slice(1, 900).map((line) => {
    const { stream, revision, id, type, data, metadata } = JSON.parse(line);
    return store.append(stream, revision === 0 ? "no-stream" : revision - 1, [{ id, type, data, metadata }]);
  });
  await Promise.all(appends);
  await store.close();
  const { exitCode, stdout } = await into("half", whole);
  assert.is(exitCode, 0);
  assert.match(stdout, /; 899 were there already/);
  assert.equal(await leavesIn("half"), await leavesIn("data"));
});
test("goes on where a nearly full disk took no large batch", async () => {
  const missing = missingTool("prlimit");
  if (missing !== null) return skipped(missing);
  const large = { ...env, POSTLEDGER_DATA: inFolder("large") };
  await begunLedger(large);
  const store = await embeddedEventStore(inFolder("large"), { log: quietLog });
  const ids = seededIds("large");
  const by = { workspace: ids.uuid(), actor: "key:1", correlation: ids.uuid(), causation: null };
  for (let n = 0; n < 40; n++) {
    const data = { text: `${n} ${"x".repeat(3e5)}` };
    const [event] = newEvents({ ids, clock: manualClock() }, by, [{ type: "Submitted", data }]);
    if (event !== void 0) await store.append(`email-${n}`, "no-stream", [event]);
  }
  await store.close();
  const file = inFolder("large.jsonl");
  assert.is((await commandOn(large, "audit", "export", file)).exitCode, 0);
  limitFiles(process.pid, 4 * 1048576);
  const refused = await into("narrow", file).finally(() => liftLimit(process.pid));
  assert.is.not(refused.exitCode, 0);
  assert.match(refused.stderr, "the event store is unavailable");
  const { exitCode, stderr } = await into("narrow", file);
  assert.is(exitCode, 0, stderr);
  assert.equal(await leavesIn("narrow"), await leavesIn("large"));
});
test("is imported into EventStoreDB with the same tree, goes on there, and comes out the same", async () => {
  const eventStore = await startDouble();
  const settings = { ...env, POSTLEDGER_DATA: inFolder("engine"), EVENTSTORE_URL: eventStore.url };
  try {
    const stopped = await cliProcessUntil(/./, settings, "audit", "import", whole);
    const imported = await commandOn(settings, "audit", "import", whole, "--json");
    assert.is(imported.exitCode, 0, `${stopped.stderr}${imported.stderr}`);
    assert.is(JSON.parse(imported.stdout).equal, true);
    mkdirSync(inFolder("engine"), { recursive: true });
    giveMasterKey("engine");
    const again = inFolder("again.jsonl");
    const exported = await commandOn(settings, "audit", "export", again);
    assert.is(exported.exitCode, 0, exported.stderr);
    const withoutPlaces = (file) => linesIn(file).slice(1, -1).map((line) => line.replace(/^\{"position":"\d+",/, ""));
    assert.equal(withoutPlaces(again), withoutPlaces(whole));
    const other = await commandOn(settings, "audit", "import", again, "--json");
    assert.is(JSON.parse(other.stdout).held, linesIn(whole).length - 2);
  } finally {
    await eventStore.stop();
  }
});
test.run();
//# sourceMappingURL=auditImport.test.js.map
