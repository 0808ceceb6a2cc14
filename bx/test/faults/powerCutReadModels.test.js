// test/faults/powerCutReadModels.test.ts
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedDocuments } from "../../src/adapters/embedded/documents/documents.js";
import { openSqlite } from "../../src/adapters/embedded/sqlite.js";
import { systemClock } from "../../src/adapters/node/systemClock.js";
import { BEGINNING } from "../../src/events/event.js";
import { projectionList, projectionsFor } from "../../src/projections/readModels.js";
import { openProjection } from "../../src/runtime/fold/projection.js";
import { openCheckpoints } from "../../src/runtime/follow/checkpoints.js";
import { projectionConsumerName } from "../../src/runtime/follow/projectionConsumer.js";
import { foldLog } from "../../src/runtime/rebuild/foldLog.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { missingStrace } from "../support/missingTool.js";
import { nodeArguments } from "../support/project.js";
import { quietLog } from "../support/quietLog.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { RUN_ALL, SEED } from "../support/testRun.js";
import { readTrace, recordedInto } from "./diskTrace.js";
import { foldedLog } from "./foldedLog.js";
import { powerCuts } from "./powerCuts.js";
var ORDERS = 700;
var CUTS = RUN_ALL ? 60 : 15;
var CUTS_UNSYNCED = 500;
var CUTS_OF_LATE = 25;
var CHILD = nodeArguments("test/faults/foldingChild");
var missing = missingStrace();
var test = suite("the embedded read models after a power cut");
var folder = temporaryFolder();
var store = foldedLog(ORDERS);
var projections = projectionList(projectionsFor(1));
var whole = memoryDocuments();
test.before(async () => {
  for (const projection of projections)
    await foldLog(store, [{ projection, collection: await openProjection(whole, projection) }], BEGINNING);
});
test.after(() => folder.remove());
async function traceOf(order) {
  const traced = join(folder.path, order.replace(" ", "-"));
  mkdirSync(traced);
  const trace = `${traced}.trace`;
  const [strace = "", ...under] = recordedInto(trace);
  const args = [...under, process.execPath, ...CHILD, traced, String(ORDERS), order];
  const child = spawn(strace, args, { stdio: ["ignore", "inherit", "inherit"] });
  const code = await new Promise((resolve) => child.once("close", resolve));
  assert.is(code, 0);
  const steps = await readTrace(trace, traced);
  rmSync(trace);
  return { traced, steps };
}
async function rowsOf(collection) {
  const rows = /* @__PURE__ */ new Map();
  for await (const { key, document, position } of collection.scan()) rows.set(key, { document, position });
  return rows;
}
async function behindTheirCheckpoint(documents) {
  const checkpoints = await openCheckpoints(documents, 1);
  const ahead = [];
  let folded = 0;
  for (const projection of projections) {
    const collection = await openProjection(documents, projection);
    const after = await checkpoints.lowest(projectionConsumerName(projection));
    if (after > BEGINNING) folded++;
    await foldLog(store, [{ projection, collection }], after);
    const expected = await rowsOf(await openProjection(whole, projection));
    if (!isDeepStrictEqual(await rowsOf(collection), expected)) ahead.push(projection.name);
  }
  return { ahead, folded };
}
async function faultAfter({
  folder: cut,
  name
}) {
  const file = join(cut, "read-models.sqlite");
  const errors = [];
  const error = (_fields, message) => void errors.push(message);
  try {
    if (existsSync(file)) {
      const options = { synchronous: "NORMAL", busyTimeoutMs: 0, autocheckpointPages: 0 };
      const db = openSqlite(file, options);
      const [found] = db.prepare("PRAGMA integrity_check").all();
      db.close();
      if (found?.integrity_check !== "ok") return { fault: `${name}: ${found?.integrity_check}`, folded: 0 };
    }
    const documents = openEmbeddedDocuments(cut, { clock: systemClock, log: { ...quietLog, error } });
    try {
      const { ahead, folded } = await behindTheirCheckpoint(documents);
      if (ahead.length > 0) return { fault: `${name}: checkpoints ahead in ${ahead}`, folded };
      return { fault: errors.length > 0 ? `${name}: ${errors}` : null, folded };
    } finally {
      await documents.close();
    }
  } catch (fault) {
    return { fault: `${name}: ${fault.message}`, folded: 0 };
  } finally {
    rmSync(cut, { recursive: true });
  }
}
async function cutAll(steps, traced, count, enough = Number.POSITIVE_INFINITY) {
  const faults = [];
  let checkpoints = 0;
  let cuts = 0;
  await powerCuts({ steps, traced, into: folder.path, count, seed: SEED }, async (cut) => {
    const { fault, folded } = await faultAfter(cut);
    if (fault !== null) faults.push(fault);
    checkpoints += folded;
    cuts++;
    return faults.length < enough ? "more" : "enough";
  });
  console.log(
    `${cuts} power cuts: ${checkpoints} checkpoints were left, ${faults.length} cuts left spoilt read models`
  );
  if (cuts === count) assert.ok(checkpoints > count, "some cuts left something folded");
  return faults;
}
var recorded = null;
var inOrder = async () => {
  recorded ??= await traceOf("in order");
  return recorded;
};
test(`the file is whole, and no checkpoint is ahead of its documents (seed ${SEED})`, async () => {
  if (missing !== null) return skipped(missing);
  const { steps, traced } = await inOrder();
  const into = (name) => steps.filter((step) => step.kind === "write" && step.path.endsWith(name)).length;
  assert.ok(into(".sqlite") > 100, "the write-ahead log was copied back into the database meanwhile");
  assert.equal(await cutAll(steps, traced, CUTS), []);
});
test("the same cuts spoil the file when the write-ahead log is not synced: the test can fail", async () => {
  if (missing !== null) return skipped(missing);
  const { steps, traced } = await inOrder();
  const unsynced = steps.filter((step) => !(step.kind === "sync" && step.path.endsWith("-wal")));
  assert.ok(unsynced.length < steps.length);
  assert.ok((await cutAll(unsynced, traced, CUTS_UNSYNCED, 1)).length > 0);
});
test("documents that are written after their checkpoint are found missing: the test can fail", async () => {
  if (missing !== null) return skipped(missing);
  const { steps, traced } = await traceOf("late");
  const faults = await cutAll(steps, traced, CUTS_OF_LATE);
  assert.ok(faults.some((fault) => fault.includes("checkpoints ahead")));
});
test.run();
//# sourceMappingURL=powerCutReadModels.test.js.map
