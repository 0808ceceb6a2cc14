// src/ports/clock.ts
var untilTick = (clock, everyMs) => everyMs - clock.monotonicMs() % everyMs;
async function within(clock, ms, work) {
  const over = new AbortController();
  const late = clock.sleep(ms, over.signal).then(() => void 0);
  return Promise.race([work, late]).finally(() => over.abort());
}
var latest = { ms: Number.NaN, text: "" };
function instant(ms) {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}
export {
  instant,
  untilTick,
  within
};
//# sourceMappingURL=clock.js.map
