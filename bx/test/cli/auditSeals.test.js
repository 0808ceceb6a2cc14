// test/cli/auditSeals.test.ts
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { openSqlite } from "../../src/adapters/embedded/sqlite.js";
import { leavesFrom } from "../../src/adapters/leavesFrom.js";
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { runSealer } from "../../src/audit/sealer.js";
import { headText, newSealKey, signatureOf } from "../../src/audit/treeHead.js";
import { verifyLog } from "../../src/audit/verifyLog.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { openLedger } from "../../src/commands/workspace/openLedger.js";
import { email } from "../../src/events/email.js";
import { BEGINNING } from "../../src/events/event.js";
import { manualClock } from "../support/manualClock.js";
import { missingTool } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { terminal } from "./terminal.js";
var test = suite("audit of seals");
var ID = "11111111-1111-4111-8111-111111111111";
async function seal({ ledger, store }) {
  const stop = new AbortController();
  const clock = manualClock(ledger.clock.nowMs());
  const secrets = sealedSecrets(Buffer.alloc(32, 7), ledger.ids);
  const running = runSealer(
    { ledger: { ...ledger, store, clock }, secrets, log: quietLog },
    stop.signal,
    () => true
  );
  await clock.asleep();
  await clock.advance(6e4);
  stop.abort();
  await running;
}
async function sealedTerminal() {
  const cli = await terminal();
  await cli.run("workspaces create default");
  await seal(cli);
  const by = { workspace: ID, actor: "key:1", correlation: ID, causation: null };
  const events = newEvents(cli.ledger, by, [
    { type: "EmailAccepted", data: { subject: "Zahlung \xFCber 10 \u20AC" } },
    { type: "SubmissionAttempted", data: { attempt: 1 } }
  ]);
  await cli.store.append(email.stream(ID), "no-stream", events);
  await cli.run("workspaces create acme");
  await seal(cli);
  await cli.run("workspaces create other");
  await seal(cli);
  return cli;
}
test("says that nothing was sealed, and refuses what is unknown", async () => {
  const cli = await terminal();
  for (const line of [
    "audit verify",
    "audit key",
    "audit key rotate",
    `audit prove ${ID}`,
    "audit witness --file /x"
  ])
    assert.match((await cli.run(line)).stderr, /nothing was sealed yet|there is no key yet/);
  const sealed = await sealedTerminal();
  for (const [line, says] of [
    ["audit verify --from 99", /there is no seal 99/],
    ["audit prove nothing", /there is no message or event nothing/],
    ["audit prove note-1/99999999999999999", /there is no message or event note-1/],
    [`audit prove ${ID} --from 0`, /there is no seal 0/]
  ]) {
    const refused = await sealed.run(line);
    assert.is(refused.exitCode, 3, line);
    assert.match(refused.stderr, says);
  }
  assert.match((await sealed.run("audit verify --witness /nowhere/file")).stderr, /ENOENT/);
  const empty = await sealed.run("audit verify --witness /dev/null");
  assert.is(empty.exitCode, 1);
  assert.match(empty.stderr, /\/dev\/null holds no seal/);
  await sealed.run("workspaces create late");
  const last = sealed.store.log.at(-1);
  const early = await sealed.run(`audit prove ${last?.stream}/${last?.revision}`);
  assert.match(early.stderr, /not covered by the newest seal yet/);
});
test("verifies with key, witness and later seals, and finds a changed event", async () => {
  const folder = temporaryFolder();
  const file = join(folder.path, "witness");
  const cli = await sealedTerminal();
  const key = (await cli.run("audit key")).stdout.trim();
  assert.is(Buffer.from(key, "base64").length, 32);
  assert.match((await cli.run(`audit witness --file ${file}`)).stdout, /Seal 3 of .* was added to/);
  assert.match((await cli.run(`audit witness --file ${file}`)).stdout, /is in/);
  assert.is(readFileSync(file, "utf8").split("\n").length, 2);
  const other = newSealKey(seededIds("other"));
  const head = { ledgerId: ID, size: 5, root: "a".repeat(64) };
  const elsewhere = { seal: 1, at: "2026-01-01T00:00:00.000Z", ...head, publicKey: other.publicKey };
  const others = join(folder.path, "others");
  writeFileSync(
    others,
    `${JSON.stringify({ ...elsewhere, signature: signatureOf(headText(head), other) })}
`
  );
  const before = readFileSync(others, "utf8");
  assert.match((await cli.run(`audit witness --file ${others}`)).stderr, /is about another ledger/);
  assert.is(readFileSync(others, "utf8"), before);
  assert.is((await cli.run(`audit verify --witness ${others}`)).exitCode, 5);
  const { exitCode, stdout } = await cli.run(`audit verify --key ${key} --witness ${file}`);
  assert.is(exitCode, 0);
  assert.match(stdout, /compared with 3 seals, and fit up to seal 3 .* 1 witnessed seal compared/);
  assert.is((await cli.json("audit verify --from 2")).data.seals, 1);
  await cli.run("audit key rotate");
  const after = await cli.run("audit verify");
  assert.is(after.exitCode, 0);
  assert.match(after.stdout, /The key was changed 1 time\./);
  const at = cli.store.log.findIndex(({ type }) => type === "SubmissionAttempted");
  cli.store.log[at] = { ...cli.store.log[at], data: { attempt: 2 } };
  const changed = await cli.run("audit verify");
  assert.is(changed.exitCode, 5);
  assert.match(
    changed.stdout,
    /^THE LOG DOES NOT FIT: the log is not what seal 2 says.*position \d+, stream/
  );
  writeFileSync(file, `${readFileSync(file, "utf8").replace('"size":', '"size":1')}`);
  assert.match(
    (await cli.run(`audit verify --witness ${file}`)).stderr,
    /line 1 of .*: it is no seal, or was altered/
  );
  folder.remove();
});
test("writes proofs that the Python script checks, and that it refuses once a byte differs", async () => {
  const missing = missingTool("python3");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const file = join(folder.path, "proof.json");
  const witness = join(folder.path, "witness");
  const cli = await sealedTerminal();
  const key = (await cli.run("audit key")).stdout.trim();
  await cli.run(`audit witness --file ${witness}`);
  const checked = (text, ...more) => {
    writeFileSync(file, text);
    const script = join(ROOT, "tools/verify-proof.py");
    const { status, stdout, stderr } = spawnSync("python3", [script, file, ...more], { encoding: "utf8" });
    return { status, said: stdout + stderr };
  };
  for (const event of [ID, "ledger/0", "seal/1", "seal/0"]) {
    const proof2 = (await cli.run(`audit prove ${event}`)).stdout;
    const answer = checked(proof2, "--key", key, "--witness", witness);
    assert.is(answer.status, 0, answer.said);
    assert.match(answer.said, /proved: in the log of seal 3, which continues seal 1/);
  }
  for (const from of [2, 3]) {
    const proof2 = (await cli.run(`audit prove ${ID} --from ${from}`)).stdout;
    assert.is(checked(proof2, "--key", key).status, 0);
  }
  const proof = (await cli.run(`audit prove ${ID}`)).stdout;
  const altered = [
    [/event .* is not in the log/, "\xFCber 10", "\xFCber 19"],
    [/event .* is not in the log/, '"revision": 1', '"revision": 2'],
    [/was not signed/, '"size": ', '"size": 1'],
    [/is not in the log|does not continue/, '"index": ', '"index": 1']
  ];
  for (const [said, from, to] of altered) {
    assert.ok(proof.includes(from), from);
    const answer = checked(proof.replace(from, to), "--key", key);
    assert.is(answer.status, 1, answer.said);
    assert.match(answer.said, said);
  }
  const { consistency } = JSON.parse(proof);
  const first = consistency[0] ?? "";
  const other = `${first.startsWith("0") ? "1" : "0"}${first.slice(1)}`;
  assert.match(checked(proof.replaceAll(first, other), "--key", key).said, /does not continue/);
  const stranger = Buffer.alloc(32, 3).toString("base64");
  assert.match(checked(proof, "--key", stranger).said, /was not signed by the key/);
  folder.remove();
});
test("of an embedded log names the row that was changed or removed", async () => {
  const changes = [
    "UPDATE events SET data = replace(data, 'n', 'm') WHERE position = 4",
    "UPDATE events SET metadata = replace(metadata, 'key', 'kex') WHERE position = 4",
    "UPDATE events SET type = 'Other' WHERE position = 4",
    "UPDATE events SET at = '2027-01-01T00:00:00.000Z' WHERE position = 4",
    "UPDATE events SET stream = 'note-x' WHERE position = 4",
    "UPDATE events SET hash = zeroblob(32) WHERE position = 4",
    "DELETE FROM events WHERE position = 4",
    "UPDATE events SET position = -position WHERE position IN (4, 5); UPDATE events SET position = 9 + position WHERE position < 0"
  ];
  for (const change of changes) {
    const folder = temporaryFolder();
    const store = await embeddedEventStore(folder.path, { log: quietLog });
    const ids = seededIds("embedded");
    const ledger = { store, ids, clock: manualClock() };
    await openLedger(ledger, sealedSecrets(Buffer.alloc(32, 7), ids));
    const by = { workspace: ID, actor: "key:1", correlation: ID, causation: null };
    for (let n = 0; n < 9; n++)
      await store.append(`note-${n}`, "no-stream", newEvents(ledger, by, [{ type: "Noted", data: { n } }]));
    const own = await store.readLeaves({ after: BEGINNING, limit: 100 });
    const computed = await leavesFrom((options) => store.readAll(options))({ after: BEGINNING, limit: 100 });
    assert.equal(
      own.leaves.map(({ hash }) => hash),
      computed.leaves.map(({ hash }) => hash)
    );
    const db = openSqlite(join(folder.path, "ledger.sqlite"), { busyTimeoutMs: 1e3 });
    db.exec(change);
    db.close();
    const { finding, events } = await verifyLog(store, { ledgerId: ID });
    assert.match(finding?.what ?? "", /^the event at position 4 (was changed|is missing)\.$/, change);
    assert.is(events, 3);
    await store.close();
    folder.remove();
  }
});
test.run();
//# sourceMappingURL=auditSeals.test.js.map
