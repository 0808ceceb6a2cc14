// src/queues/slices.ts
var SLICE_MS = 1;
var WAIT_TIMES = 3;
var LONGEST_SLICE_MS = 5;
var STARTED_NEXT_TO_SHORT = 8;
var ALONE_AFTER_MS = 1e3;
var lines = /* @__PURE__ */ new WeakMap();
function lineOf(clock) {
  const known = lines.get(clock);
  if (known !== void 0) return known;
  const made = {
    begins: Promise.resolve(),
    short: 0,
    shortUntilMs: Number.NEGATIVE_INFINITY,
    idle: null
  };
  lines.set(clock, made);
  return made;
}
function slices(clock) {
  let sinceMs = clock.monotonicMs();
  return async () => {
    const tookMs = clock.monotonicMs() - sinceMs;
    if (tookMs < SLICE_MS) return;
    await nextSlice(clock, tookMs);
    sinceMs = clock.monotonicMs();
  };
}
function nextSlice(clock, tookMs = SLICE_MS) {
  const line = lineOf(clock);
  const waitMs = WAIT_TIMES * Math.min(tookMs, LONGEST_SLICE_MS);
  line.begins = line.begins.then(async () => {
    if (line.short > 0) {
      line.idle = new AbortController();
      await clock.sleep(waitMs, line.idle.signal);
      line.idle = null;
    }
    await clock.turn();
  });
  return line.begins;
}
function shortWork(clock) {
  const line = lineOf(clock);
  line.short += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    line.short -= 1;
    line.shortUntilMs = clock.monotonicMs();
    if (line.short === 0) line.idle?.abort();
  };
}
async function settledInSlices(clock, items, start) {
  const line = lineOf(clock);
  const giveWay = slices(clock);
  const isAlone = () => line.short === 0 && clock.monotonicMs() - line.shortUntilMs >= ALONE_AFTER_MS;
  const started = [];
  let underWay = 0;
  let endedOne = () => {
  };
  for (const item of items) {
    while (underWay >= STARTED_NEXT_TO_SHORT && !isAlone())
      await new Promise((resolve) => {
        endedOne = resolve;
      });
    underWay += 1;
    const outcome = Promise.allSettled([start(item)]);
    started.push(outcome);
    void outcome.then(() => {
      underWay -= 1;
      endedOne();
    });
    await giveWay();
  }
  return (await Promise.all(started)).flat();
}
export {
  nextSlice,
  settledInSlices,
  shortWork,
  slices
};
//# sourceMappingURL=slices.js.map
