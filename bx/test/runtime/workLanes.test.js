// test/runtime/workLanes.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { workLanes } from "../../src/runtime/workLanes.js";
import { heapInUse } from "../support/heapInUse.js";
import { manualClock } from "../support/manualClock.js";
import { seededRandom } from "../support/seededRandom.js";
import { SEED } from "../support/testRun.js";
var test = suite("lanes of an index");
function some() {
  const clock = manualClock();
  const lanes = workLanes(clock, (lane) => lane.split("/")[0] ?? "");
  const toRead = () => lanes.toRead().map(({ lane }) => lane);
  return {
    clock,
    lanes,
    toRead,
    note: (lane, inMs) => lanes.note({ partition: 0, lane, dueAtMs: clock.nowMs() + inMs }),
    /** The lane, which is worth a read. */
    the(lane) {
      const found = lanes.toRead().find((one) => one.lane === lane);
      if (found === void 0) throw new Error(`${lane} is not worth a read`);
      return found;
    }
  };
}
test("a lane sleeps until its earliest date, also when a later one was known first, or comes after", () => {
  const { clock, lanes, toRead, note, the } = some();
  note("a/1", 3e3);
  note("a/1", 1e3);
  note("a/1", 2e3);
  clock.pass(999);
  assert.equal([toRead(), lanes.nextInMs()], [[], 1]);
  clock.pass(1);
  assert.equal(toRead(), ["a/1"]);
  lanes.emptied(the("a/1"), clock.nowMs() + 5e3);
  clock.pass(4999);
  assert.equal([toRead(), lanes.nextInMs()], [[], 1]);
  clock.pass(1);
  assert.equal(toRead(), ["a/1"]);
});
test("of several rests the last one counts, and an item that is to be read again ends it", () => {
  const { clock, lanes, toRead, note, the } = some();
  note("a/1", 0);
  const lane = the("a/1");
  lanes.rest(lane, 100);
  lanes.rest(lane, 1e3);
  clock.pass(100);
  assert.equal(toRead(), []);
  lanes.recall(lane, 200);
  clock.pass(200);
  assert.equal(toRead(), ["a/1"]);
  lanes.wasRead(lane);
  clock.pass(700);
  assert.equal(toRead(), ["a/1"], "the rest is over, too");
});
test("an item of a lane that sleeps is to be read again: the lane is read at once, and then", () => {
  const { clock, lanes, toRead, note, the } = some();
  note("a/1", 6e4);
  lanes.recall({ partition: 0, lane: "a/1" }, 500);
  assert.equal(toRead(), ["a/1"]);
  lanes.wasRead(the("a/1"));
  clock.pass(500);
  assert.equal(toRead(), ["a/1"]);
});
test("a recall counts also when the lane was forgotten and is known again", () => {
  const { clock, lanes, toRead, note, the } = some();
  lanes.recall({ partition: 0, lane: "a/1" }, 500);
  lanes.forgetPartition(0);
  note("a/1", 0);
  lanes.rest(the("a/1"), 1e4);
  clock.pass(500);
  assert.equal(toRead(), ["a/1"]);
  lanes.forgetPartition(0);
  assert.equal(toRead(), []);
  clock.pass(1e4);
  assert.equal(toRead(), [], "a rest of the lane that was forgotten");
});
test("what is written to a lane that rests wakes it when it is due, if that is soon", () => {
  const { clock, lanes, toRead, note, the } = some();
  note("a/1", 0);
  lanes.rest(the("a/1"), 6e5);
  note("a/1", 61e3);
  note("a/1", 5e3);
  clock.pass(4999);
  assert.equal(toRead(), []);
  clock.pass(1);
  lanes.wasRead(the("a/1"));
  clock.pass(6e4);
  assert.equal(toRead(), []);
  note("a/1", 0);
  assert.equal(toRead(), ["a/1"]);
});
test("a closed lane is not read before its time, also when more is noted of it; its owner may have it opened", () => {
  const { clock, lanes, toRead, note, the } = some();
  for (const lane of ["a/1", "a/2", "b/1"]) note(lane, 0);
  const first = the("a/1");
  for (const lane of lanes.toRead()) lanes.close(lane, 1e3, 3);
  note("a/1", 0);
  note("a/1", 100);
  lanes.recall(first, 100);
  clock.pass(100);
  assert.equal([toRead(), lanes.isOpen(first), lanes.want(first)], [[], false, false]);
  lanes.openAllOf(["a"]);
  assert.equal([toRead(), lanes.isOpen(first)], [["a/1", "a/2"], true]);
  assert.equal([lanes.reopen(first), lanes.reopen(the("a/2"))], [null, null]);
  clock.pass(900);
  assert.equal([toRead(), lanes.reopen(the("b/1"))], [["a/1", "a/2", "b/1"], 3]);
});
test("a lane of which nothing is known can be closed", () => {
  const { clock, lanes, toRead, note } = some();
  note("a/2", 5e3);
  for (const lane of ["a/1", "a/2"]) lanes.close({ partition: 0, lane }, 1e3, 0);
  assert.equal([toRead(), lanes.nextInMs()], [[], 1e3]);
  clock.pass(1e3);
  assert.equal(toRead(), ["a/1", "a/2"]);
});
test("after its turn a lane comes after the others", () => {
  const { lanes, toRead, note, the } = some();
  for (const [at, lane] of ["a/1", "a/2", "b/1"].entries()) note(lane, at - 3);
  lanes.toTheBack(the("a/1"));
  assert.equal(toRead(), ["a/2", "b/1", "a/1"]);
});
test("rests grow while nothing is free", () => {
  const { lanes, note, the } = some();
  note("a/1", 0);
  const lane = the("a/1");
  const rests = [false, false, false, false, false, true, false].map(
    (isAfresh) => lanes.backOffMs(lane, isAfresh)
  );
  assert.equal(rests, [100, 200, 400, 800, 1e3, 100, 200]);
});
test("with too many lanes those that are due late are left to the sweep", () => {
  const { clock, lanes, note } = some();
  for (let lane = 0; lane < 1e5; lane++) note(`a/${lane}`, 36e5);
  note("b/late", 36e5);
  note("b/soon", 1e3);
  clock.pass(36e5);
  const known = lanes.toRead();
  assert.equal([known.length, known.some(({ lane }) => lane === "b/soon")], [100001, true]);
});
test("a lane that is read again and again before a late date keeps one time", () => {
  const CYCLES = 2e4;
  const { clock, lanes, toRead, note, the } = some();
  const lateMs = clock.nowMs() + 72 * 36e5;
  note("b/1", 72 * 36e5);
  const before = heapInUse();
  for (let n = 0; n < CYCLES; n++) {
    note("a/1", 0);
    lanes.emptied(the("a/1"), lateMs);
    lanes.close({ partition: 0, lane: "a/2" }, lateMs - clock.nowMs() + n % 2, 0);
    clock.pass(1);
  }
  const keptBytes = heapInUse() - before;
  assert.ok(keptBytes < CYCLES * 100, `${keptBytes} bytes are kept after ${CYCLES} cycles`);
  clock.pass(lateMs - clock.nowMs() - 1);
  assert.equal([toRead(), lanes.nextInMs()], [[], 1]);
  clock.pass(1);
  assert.equal(toRead().sort(), ["a/1", "b/1"]);
  clock.pass(1);
  assert.equal(toRead().sort(), ["a/1", "a/2", "b/1"]);
  assert.is(lanes.nextInMs(), Number.POSITIVE_INFINITY);
});
var STEPS = 5e3;
var LATEST_MS = 2e3;
var MANY = Array.from({ length: 12 }, (_, n) => `${"abc"[n % 3]}/${n}`);
for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`lanes wake at their times as those of a plain map do (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below) => Math.floor(random() * below);
    const { clock, lanes, note } = some();
    const expected = /* @__PURE__ */ new Map();
    const isDue = (lane) => {
      const of = expected.get(lane);
      return of !== void 0 && of.atMs <= clock[of.by]();
    };
    let woken = 0;
    for (let step = 0; step < STEPS; step++) {
      const where = `step ${step}`;
      const found = lanes.toRead();
      assert.equal(found.map(({ lane: lane2 }) => lane2).sort(), MANY.filter(isDue).sort(), where);
      for (const lane2 of found) {
        woken++;
        const inMs = draw(LATEST_MS);
        const what = random();
        if (what < 0.2) expected.delete(lane2.lane);
        else if (what < 0.6) expected.set(lane2.lane, { by: "nowMs", atMs: clock.nowMs() + inMs });
        else expected.set(lane2.lane, { by: "monotonicMs", atMs: clock.monotonicMs() + inMs });
        if (what < 0.2) lanes.emptied(lane2, null);
        else if (what < 0.6) lanes.emptied(lane2, clock.nowMs() + inMs);
        else lanes.rest(lane2, inMs);
      }
      const lane = MANY[draw(MANY.length)] ?? "";
      const before = expected.get(lane);
      if (before?.by !== "monotonicMs") {
        const inMs = draw(LATEST_MS);
        note(lane, inMs);
        const atMs = Math.min(clock.nowMs() + inMs, before?.atMs ?? Number.POSITIVE_INFINITY);
        expected.set(lane, { by: "nowMs", atMs });
      }
      const soonestMs = Math.min(...[...expected.values()].map(({ by, atMs }) => atMs - clock[by]()));
      assert.is(lanes.nextInMs(), soonestMs, where);
      if (random() < 0.01) {
        lanes.forgetPartition(0);
        expected.clear();
      }
      clock.pass(draw(20));
    }
    assert.ok(woken > 500, `${woken} were woken`);
  });
test.run();
//# sourceMappingURL=workLanes.test.js.map
