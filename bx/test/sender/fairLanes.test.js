// test/sender/fairLanes.test.ts
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedPace } from "../../src/adapters/embedded/coordination/pace.js";
import { smsOutbox } from "../../src/projections/smsOutbox.js";
import { openProjection } from "../../src/runtime/fold/projection.js";
import { smsWorker } from "../../src/sender/sms/smsWorker.js";
import { runningLoop } from "../runtime/runningLoop.js";
import { positionOf, workTable } from "../runtime/workTable.js";
import { manualClock } from "../support/manualClock.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { senderBench } from "./senderBench.js";
var test = suite("one workspace next to another");
var LIMITS = { perSecond: 10, perDay: 1e4 };
var BACKLOG = 1e5;
var LONGEST_SUBMISSION_MS = 6e4;
var made = {
  async email(clock, paceFile, limits) {
    const pace = openEmbeddedPace(paceFile, { clock, log: quietLog });
    const { worker } = await senderBench({ clock, pace, limitsOf: async () => limits });
    return worker;
  },
  async sms(clock, paceFile, limits) {
    const documents = memoryDocuments();
    const carrier = {
      receivesEverywhere: false,
      closedForMs: () => 0,
      submit: async () => ({ outcome: "sent", carrierId: null }),
      receive: async () => {
      },
      close: async () => {
      }
    };
    return smsWorker({
      ledger: { store: memoryEventStore(), clock, ids: seededIds() },
      collection: await openProjection(documents, smsOutbox(1)),
      carrier,
      rule: { claimTimeoutMs: 3e5, soleSinceMs: null },
      pace: openEmbeddedPace(paceFile, { clock, log: quietLog }),
      limitsOf: async () => limits,
      ...{ log: quietLog, metrics: noMetrics }
    });
  }
};
var LANES_OF = {
  email: (workspace) => [`${workspace}/first`, `${workspace}/again`, workspace],
  sms: (workspace) => [workspace]
};
async function fair(kind, submit, limits = LIMITS) {
  const clock = manualClock();
  const table = workTable();
  const folder = temporaryFolder();
  const worker = await made[kind](clock, join(folder.path, "pace.json"), limits);
  const started = [];
  const ended = (key) => {
    table.fold(key, positionOf(2), null);
    return { position: positionOf(2) };
  };
  const submitted = submit(clock, ended);
  const run = (key, { lane }, _signal, permit) => {
    const workspace = lane.split("/", 1)[0] ?? lane;
    started.push({ key, workspace, atMs: clock.monotonicMs() });
    return submitted(key, workspace, permit);
  };
  const loop = runningLoop(clock, { ...worker, collection: table.collection, run }, table);
  const fill = (workspace, items) => {
    const lanes = LANES_OF[kind](workspace);
    for (let n = 0; n < items; n++) {
      const lane = lanes[n % lanes.length] ?? workspace;
      const key = `${workspace}-${String(n).padStart(6, "0")}`;
      table.fold(key, positionOf(1), { partition: 0, lane, dueAtMs: clock.nowMs() + n / 1e3 });
    }
    const dueAtMs = clock.nowMs();
    loop.news.wrote(lanes.map((lane) => ({ partition: 0, lane, dueAtMs })));
  };
  const singleMs = async (workspace) => {
    const sinceMs = clock.monotonicMs();
    loop.due(`${workspace}-single`, LANES_OF[kind](workspace)[0] ?? workspace, clock.nowMs());
    await clock.advance(1e3);
    const begun = started.find(({ key }) => key === `${workspace}-single`);
    return begun === void 0 ? null : begun.atMs - sinceMs;
  };
  const end = async () => {
    const ended2 = loop.end();
    await clock.advance(LONGEST_SUBMISSION_MS);
    await ended2;
    folder.remove();
  };
  return { clock, loop: { ...loop, end }, started, fill, singleMs, worker };
}
var atOnce = (_, ended) => {
  return async (key, _workspace, permit) => {
    permit.use();
    return ended(key);
  };
};
var slowly = (clock, ended) => {
  return async (key, _workspace, permit) => {
    permit.use();
    await clock.sleep(LONGEST_SUBMISSION_MS);
    return ended(key);
  };
};
for (const kind of ["email", "sms"]) {
  test(`${kind}: a hundred thousand waiting messages delay another's single one by less than a second`, async () => {
    const { clock, loop, started, fill, singleMs } = await fair(kind, atOnce);
    fill("crowd", BACKLOG);
    await clock.advance(5e3);
    const sent = started.length;
    assert.ok(sent >= 45 && sent <= 60, `${sent} of the crowd in five seconds, at ten a second`);
    for (const other of ["one", "two", "three"]) {
      const ms = await singleMs(other);
      assert.ok(ms !== null && ms < 100, `begun after ${ms} ms`);
    }
    await loop.end();
  });
  test(`${kind}: nor do they with every place taken that they may take, for a minute each`, async () => {
    const { clock, loop, started, fill, singleMs, worker } = await fair(kind, slowly, {
      perSecond: 1e3,
      perDay: 1e6
    });
    fill("crowd", 2e3);
    fill("second", 2e3);
    await clock.advance(5e3);
    const kept = worker.maxInFlight / 8;
    assert.ok(started.length <= worker.maxInFlight - kept + 1, `${started.length} places are taken`);
    assert.ok(started.length >= worker.maxInFlight - kept, "all that may be");
    for (let n = 0; n < kept - 1; n++) {
      const ms = await singleMs(`other${n}`);
      assert.ok(ms !== null && ms < 100, `${n}: begun after ${ms} ms`);
    }
    await loop.end();
  });
  test(`${kind}: a day's pace that is raised holds at once`, async () => {
    const limits = { perSecond: 10, perDay: 5 };
    const { clock, loop, started, fill } = await fair(kind, atOnce, limits);
    fill("crowd", 60);
    await clock.advance(1e4);
    const before = started.length;
    limits.perDay = 12;
    loop.news.opened("crowd");
    await clock.advance(6);
    assert.ok(started.length > before, "the first ones go");
    await clock.advance(2e3);
    assert.is(started.length - before, 12 - 5);
    await loop.end();
  });
  test(`${kind}: sixty-four workspaces whose messages all fail leave room for one without faults`, async () => {
    const failing = (clock2, ended) => {
      return async (key, workspace, permit) => {
        permit.use();
        if (workspace.startsWith("well")) return ended(key);
        await clock2.sleep(500);
        throw new Error("its blob is missing");
      };
    };
    const { clock, loop, fill, singleMs, started } = await fair(kind, failing);
    for (let n = 0; n < 64; n++) fill(`broken${n}`, 300);
    await clock.advance(3e4);
    const tried = new Set(started.map(({ workspace }) => workspace));
    assert.is(tried.size, 64, "each of them comes to its turn");
    let worstMs = 0;
    for (let n = 0; n < 10; n++) {
      const ms = await singleMs(`well${n}`);
      assert.ok(ms !== null, `${n} was not begun within a second`);
      worstMs = Math.max(worstMs, ms);
    }
    assert.ok(worstMs < 1e3, `begun after ${worstMs} ms`);
    await loop.end();
  });
}
test.run();
//# sourceMappingURL=fairLanes.test.js.map
