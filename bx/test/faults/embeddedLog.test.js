// test/faults/embeddedLog.test.ts
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { missingPidNamespace, missingStrace, missingTool } from "../support/missingTool.js";
import { quietLog } from "../support/quietLog.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { RUN_ALL } from "../support/testRun.js";
import { appendingProcess, liftLimit, underLimit } from "./appendingProcess.js";
import { checkLog, EVENTS_AN_APPEND } from "./loggedAppends.js";
var KILLS = RUN_ALL ? 40 : 8;
var test = suite("the embedded log under faults");
test("killed at any moment, it keeps every acknowledged append, whole", async () => {
  const folder = temporaryFolder();
  const log = join(folder.path, "log");
  const children = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const child = appendingProcess({ folder: log, callers: 1 + kill % 4 * 10, appends: 1e6 });
    children.push(child);
    await child.answered(1 + kill * 37 % 300);
    await new Promise((resolve) => setTimeout(resolve, kill * 7 % 11));
    child.kill();
    assert.is(await child.ended, null);
    if (kill % 3 === 0) continue;
    const store2 = await embeddedEventStore(log, { log: quietLog });
    await checkLog(store2, children);
    await store2.close();
  }
  const store = await embeddedEventStore(log, { log: quietLog });
  const events = await checkLog(store, children);
  assert.ok(events >= EVENTS_AN_APPEND * children.reduce((sum, child) => sum + child.acknowledged.length, 0));
  await store.append("crash-after", "no-stream", [
    {
      id: "a",
      type: "First",
      data: {},
      metadata: { v: 1, workspace: "", actor: "", correlation: "", causation: null, at: "" }
    }
  ]);
  assert.is(Number(await store.head()), events + 1);
  await store.close();
  folder.remove();
});
test("several processes append at once, one is killed, the others go on", async () => {
  const folder = temporaryFolder();
  const log = join(folder.path, "log");
  const children = [1, 2, 3].map(() => appendingProcess({ folder: log, callers: 8, appends: 60 }));
  await children[0]?.answered(100);
  children[0]?.kill();
  const codes = await Promise.all(children.map(({ ended }) => ended));
  assert.equal(codes, [null, 0, 0]);
  const store = await embeddedEventStore(log, { log: quietLog });
  await checkLog(store, children);
  assert.is(children[1]?.acknowledged.length, 480);
  console.log(
    `the longest that an append waited: ${children.map(({ longestMs }) => longestMs() ?? "-").join(", ")} ms`
  );
  await store.close();
  folder.remove();
});
test("processes in two PID namespaces append to one folder at once, one is killed, the other goes on", async () => {
  const missing = missingPidNamespace();
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const log = join(folder.path, "log");
  const under = ["unshare", "--pid", "--fork", "--kill-child"];
  const children = [1, 2].map(() => appendingProcess({ folder: log, callers: 8, appends: 80, under }));
  await children[0]?.answered(100);
  children[0]?.killAll();
  const codes = await Promise.all(children.map(({ ended }) => ended));
  assert.equal(codes, [null, 0]);
  const store = await embeddedEventStore(log, { log: quietLog });
  await checkLog(store, children);
  assert.is(children[1]?.acknowledged.length, 640);
  await store.close();
  folder.remove();
});
test("every answer comes after the sync of its append", async () => {
  const missing = missingStrace();
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const trace = join(folder.path, "trace");
  const child = appendingProcess({
    folder: join(folder.path, "log"),
    callers: 1,
    appends: 60,
    under: [
      "strace",
      "-f",
      "-y",
      "-s",
      "64",
      "-e",
      "trace=pwrite64,pwritev,fsync,fdatasync,write",
      "-o",
      trace
    ]
  });
  assert.is(await child.ended, 0);
  assert.is(child.acknowledged.length, 60);
  const text = await readFile(trace, "utf8");
  let steps = [];
  let answers = 0;
  for (const line of text.split("\n")) {
    if (/pwritev?(64)?\(\d+<[^>]*ledger\.sqlite-wal>/.test(line)) steps.push("written");
    else if (/f(data)?sync\(\d+<[^>]*ledger\.sqlite-wal>\) += 0/.test(line)) steps.push("synced");
    else if (/f(data)?sync resumed.*= 0/.test(line)) steps.push("synced");
    else if (/write\(1<.*"ready/.test(line)) steps = [];
    else if (/write\(1<.*"ack /.test(line)) {
      const order = steps.filter((step, at) => step !== steps[at - 1]).join(" ");
      assert.match(order, /^written synced( written synced)*$/, `answer ${answers} came after: ${order}`);
      steps = [];
      answers++;
    }
  }
  assert.is(answers, 60);
  folder.remove();
});
test("a sync that fails refuses the batch and keeps none of it, then all goes on", async () => {
  const missing = missingStrace();
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const log = join(folder.path, "log");
  const inject = "inject=fsync,fdatasync:error=EIO:when=22..26";
  const under = ["strace", "-f", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", inject];
  const child = appendingProcess({ folder: log, callers: 2, appends: 100, under });
  assert.is(await child.ended, 0);
  assert.ok(child.refused.length > 0, "no append met the fault");
  assert.is(child.acknowledged.length + child.refused.length, 200);
  assert.ok(child.acknowledged.length > 100, "it did not recover");
  const store = await embeddedEventStore(log, { log: quietLog });
  assert.is(await checkLog(store, [child]), child.acknowledged.length * EVENTS_AN_APPEND);
  await store.close();
  folder.remove();
});
test("a full disk refuses appends and keeps none of them; with room again all goes on", async () => {
  const missing = missingTool("prlimit");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const log = join(folder.path, "log");
  const under = underLimit(12 * 1048576);
  const child = appendingProcess({ folder: log, callers: 16, appends: 1e6, under });
  while (child.refused.length < 50 && child.acknowledged.length < 2e4)
    await child.answered(child.acknowledged.length + child.refused.length + 50);
  assert.ok(child.refused.length >= 50, "no append met the full disk");
  assert.ok(child.acknowledged.length > 100);
  liftLimit(child.pid);
  const before = child.acknowledged.length;
  while (child.acknowledged.length < before + 500)
    await child.answered(child.acknowledged.length + child.refused.length + 50);
  child.kill();
  await child.ended;
  const store = await embeddedEventStore(log, { log: quietLog });
  await checkLog(store, [child]);
  await store.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=embeddedLog.test.js.map
