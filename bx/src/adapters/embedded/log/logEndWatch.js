// src/adapters/embedded/log/logEndWatch.ts
import { untilTick } from "../../../ports/clock.js";
import { fileWatch } from "../../node/fileWatch.js";
import { systemClock } from "../../node/systemClock.js";
var LOOK_EVERY_MS = 25;
var LOOK_EVERY_TOLD_MS = 75;
var TOLD_MS = 6e4;
var LOOK_EVERY_WRITTEN_MS = 3;
var WRITTEN_MS = 50;
var LOOK_EVERY_IDLE_MS = 1e3;
var IDLE_AFTER_MS = 250;
function logEndWatch(file, look) {
  const waiters = growthWaiters(() => stop());
  let known = 0;
  let timer = null;
  let looking = false;
  const times = lookTimes();
  const announce = (position) => {
    if (position > known) isActive();
    known = Math.max(known, position);
    waiters.wake(known);
  };
  const wakeAll = () => waiters.wake(Number.POSITIVE_INFINITY);
  const lookAgain = () => {
    if (looking) return;
    looking = true;
    look().then(announce, wakeAll).finally(() => {
      looking = false;
    });
  };
  const isActive = () => {
    times.grown();
    watch.end();
  };
  const watch = fileWatch(file, () => {
    const looksSoon = times.written();
    if (timer === null || looksSoon) return;
    clearTimeout(timer);
    lookLater();
  });
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    watch.end();
  };
  const lookLater = () => {
    const { pauseMs, isIdle } = times.next();
    if (isIdle) watch.begin();
    timer = setTimeout(() => {
      lookLater();
      lookAgain();
    }, pauseMs).unref();
  };
  return {
    /** The log has events up to this position. */
    announce,
    /** Another process has said so. */
    told(position) {
      times.told();
      announce(position);
    },
    /** Position up to which the log is known to have events. */
    known: () => known,
    /** Resolves when the log has an event after `position`, the signal aborts, or the store closes. */
    async grownBeyond(position, signal) {
      if (signal.aborted || known > position) return;
      const grown = waiters.wait(position, signal);
      if (timer === null) lookLater();
      await grown;
    },
    close() {
      wakeAll();
      stop();
    }
  };
}
function growthWaiters(onNone) {
  const waiting = /* @__PURE__ */ new Set();
  return {
    wake(known) {
      for (const waiter of waiting) if (waiter.position < known) waiter.wake();
    },
    /** Resolves when it is woken, or the signal aborts. */
    wait: (position, signal) => new Promise((resolve) => {
      const wake = () => {
        waiting.delete(waiter);
        signal.removeEventListener("abort", wake);
        if (waiting.size === 0) onNone();
        resolve();
      };
      const waiter = { position, wake };
      waiting.add(waiter);
      signal.addEventListener("abort", wake, { once: true });
    })
  };
}
function lookTimes() {
  let grownAtMs = performance.now();
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const isWritten = () => performance.now() - writtenAtMs < WRITTEN_MS;
  return {
    /** What was written has come. */
    grown() {
      grownAtMs = performance.now();
      writtenAtMs = Number.NEGATIVE_INFINITY;
    },
    told() {
      toldAtMs = performance.now();
    },
    /** The file was written. Whether it is looked at soon anyway. */
    written() {
      const looksSoon = isWritten();
      writtenAtMs = performance.now();
      grownAtMs = writtenAtMs;
      return looksSoon;
    },
    next() {
      const isIdle = performance.now() - grownAtMs > IDLE_AFTER_MS;
      if (isIdle) return { isIdle, pauseMs: Math.ceil(untilTick(systemClock, LOOK_EVERY_IDLE_MS)) + 1 };
      if (isWritten()) return { isIdle, pauseMs: LOOK_EVERY_WRITTEN_MS };
      const isTold = performance.now() - toldAtMs < TOLD_MS;
      return { isIdle, pauseMs: isTold ? LOOK_EVERY_TOLD_MS : LOOK_EVERY_MS };
    }
  };
}
export {
  logEndWatch
};
//# sourceMappingURL=logEndWatch.js.map
