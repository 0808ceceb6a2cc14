// test/faults/powerCut.test.ts
import { rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { newEvent } from "../contract/eventStore/events.js";
import { missingStrace } from "../support/missingTool.js";
import { quietLog } from "../support/quietLog.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { appendingProcess } from "./appendingProcess.js";
import { readTrace, recordedInto } from "./diskTrace.js";
import { EVENTS_AN_APPEND, wholeStreams } from "./loggedAppends.js";
import { powerCuts } from "./powerCuts.js";
var CUTS = RUN_ALL ? 80 : 20;
var CUTS_UNSYNCED = 20;
var CALLERS = 6;
var APPENDS = 60;
var test = suite("the embedded log after a power cut");
var folder = temporaryFolder();
var traced = join(folder.path, "data");
var steps = [];
var missing = missingStrace();
test.before(async () => {
  if (missing !== null) return;
  const trace = join(folder.path, "trace");
  const child = appendingProcess({
    folder: traced,
    callers: CALLERS,
    appends: APPENDS,
    under: recordedInto(trace)
  });
  assert.is(await child.ended, 0);
  steps = await readTrace(trace, traced);
  rmSync(trace);
});
test.after(() => folder.remove());
async function lostAfter({ folder: cut, said, name }) {
  const acknowledged = said.filter((line) => line.startsWith("ack ")).map((line) => line.slice("ack ".length));
  const errors = [];
  const error = (_fields, message) => void errors.push(message);
  try {
    const store = await embeddedEventStore(cut, { log: { ...quietLog, error } });
    try {
      const streams = await wholeStreams(store);
      await store.append("crash-after", "no-stream", [newEvent()]);
      assert.is(Number(await store.head()), streams.size * EVENTS_AN_APPEND + 1);
      const lost = acknowledged.filter((stream) => !streams.has(stream));
      if (lost.length === 0)
        for (const message of errors) assert.match(message, /its last commit is lost/, name);
      return lost;
    } finally {
      await store.close();
    }
  } catch (fault) {
    if (acknowledged.length === 0) throw fault;
    return acknowledged.map((stream) => `${stream} (${fault.message})`);
  } finally {
    rmSync(cut, { recursive: true });
  }
}
async function cutAll(of, count) {
  const lost = [];
  let acknowledged = 0;
  let cutsWithLoss = 0;
  await powerCuts({ steps: of, traced, into: folder.path, count, seed: SEED }, async (cut) => {
    const now = await lostAfter(cut);
    acknowledged += cut.said.filter((line) => line.startsWith("ack ")).length;
    if (now.length > 0) cutsWithLoss++;
    lost.push(...now.map((stream) => `${cut.name}: ${stream}`));
    return "more";
  });
  console.log(
    `${count} power cuts: ${acknowledged} appends acknowledged before them, ${lost.length} lost, in ${cutsWithLoss} of the cuts`
  );
  return { acknowledged, lost, cutsWithLoss };
}
test(`everything acknowledged before the cut is there, whole, and it takes appends (seed ${SEED})`, async () => {
  if (missing !== null) return skipped(missing);
  assert.ok(
    steps.some((step) => step.kind === "write" && step.path.endsWith("ledger.sqlite") && step.at > 0),
    "the write-ahead log was copied back into the database meanwhile"
  );
  const { acknowledged, lost } = await cutAll(steps, CUTS);
  assert.ok(acknowledged > CUTS * 10);
  assert.is(lost.length, 0, lost[0]);
});
test("the same cuts lose appends when the write-ahead log is not synced: the test can fail", async () => {
  if (missing !== null) return skipped(missing);
  const unsynced = steps.filter(
    ({ kind, ...step }) => !(kind === "sync" && "path" in step && step.path.endsWith("-wal"))
  );
  assert.ok(unsynced.length < steps.length - CALLERS);
  const { cutsWithLoss } = await cutAll(unsynced, CUTS_UNSYNCED);
  assert.ok(cutsWithLoss > CUTS_UNSYNCED / 4, `${cutsWithLoss} cuts lost something`);
});
test.run();
//# sourceMappingURL=powerCut.test.js.map
