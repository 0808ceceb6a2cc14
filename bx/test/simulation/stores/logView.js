// test/simulation/stores/logView.ts
import { leavesFrom } from "../../../src/adapters/leavesFrom.js";
import { positionAt } from "../../../src/adapters/position.js";
import { BEGINNING } from "../../../src/events/event.js";
import {
  EventStoreUnavailable,
  RevisionConflict
} from "../../../src/ports/eventStore.js";
import { callsOf } from "./calls.js";
import { countUpTo } from "./worldLog.js";
var TAKES_MS = [0.3, 4];
var LAGS_MS = [10, 1200];
var BATCH = 100;
var CALL_MS = 9e3;
var TELLS_MS = [0.2, 3];
var DROPPED_MS = [200, 5e3];
function logView(parts) {
  const { log, agenda, chance, troubles, life } = parts;
  const unavailable = (reason) => new EventStoreUnavailable(reason);
  const calls = callsOf({ ...parts, store: "log", takesMs: TAKES_MS, unavailable });
  const horizon = readable(parts);
  const pageOf = ({ after, limit, types }) => {
    const end = horizon();
    const from = countUpTo(after);
    const wanted = types === void 0 ? null : new Set(types);
    const events = [];
    let at = from;
    for (; at < end && events.length < limit; at += 1) {
      const event = log.events[at];
      if (event !== void 0 && (wanted === null || wanted.has(event.type))) events.push(event);
    }
    return { events, position: positionAt(Math.max(at, from)), caughtUp: at >= end };
  };
  const readableAt = async (stream, revision) => {
    const giveUpAtMs = agenda.nowMs() + CALL_MS;
    while (countUpTo(log.stream(stream)[revision]?.position ?? BEGINNING) > horizon()) {
      if (agenda.nowMs() > giveUpAtMs) throw unavailable("what a conflict refers to is not replicated yet");
      await new Promise((resolve) => {
        life.at(agenda.nowMs() + LAGS_MS[0], resolve, "poll");
      });
    }
  };
  const news = (signal) => new Promise((resolve) => {
    const wake = () => {
      end();
      life.at(Math.ceil(agenda.nowMs() + chance.between(...TELLS_MS)), resolve, "poll");
    };
    const abort = () => {
      end();
      resolve();
    };
    const end = () => {
      stop();
      signal.removeEventListener("abort", abort);
    };
    const stop = log.onAppend(wake);
    signal.addEventListener("abort", abort, { once: true });
  });
  const pause = (ms, signal) => new Promise((resolve) => {
    const end = () => {
      entry.cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const entry = life.at(agenda.nowMs() + ms, end);
    signal.addEventListener("abort", end, { once: true });
  });
  return {
    append: (stream, expected, events) => calls.write(() => log.append(stream, expected, events, life.process)).catch(async (error) => {
      if (error instanceof RevisionConflict && error.actual !== null)
        await readableAt(stream, error.actual);
      throw error;
    }),
    readStream: (stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) => calls.read(() => {
      const end = horizon();
      return log.stream(stream).slice(fromRevision, fromRevision + limit).filter(({ position }) => countUpTo(position) <= end);
    }),
    readAll: (options) => calls.read(() => pageOf(options)),
    readLeaves: leavesFrom((options) => calls.read(() => pageOf(options))),
    async *subscribe({ after, types, signal }) {
      let at = after;
      while (!signal.aborted) {
        if (troubles.strikes("subscriptions dropped", "log", life.process))
          await pause(chance.between(...DROPPED_MS), signal);
        if (signal.aborted) return;
        const batch = pageOf({ after: at, limit: BATCH, ...types && { types } });
        if (batch.position > at) {
          at = batch.position;
          yield batch;
        } else if (horizon() < log.events.length) await pause(LAGS_MS[0], signal);
        else await news(signal);
      }
    },
    head: () => calls.read(() => positionAt(horizon())),
    end: () => calls.read(() => positionAt(horizon())),
    close: async () => {
    }
  };
}
function readable({ log, agenda, chance, troubles, life }) {
  let seen = log.events.length;
  let frozenUntilMs = 0;
  return () => {
    if (agenda.nowMs() < frozenUntilMs) return seen;
    seen = log.events.length;
    if (troubles.strikes("readers lag", "log", life.process))
      frozenUntilMs = agenda.nowMs() + chance.between(...LAGS_MS);
    return seen;
  };
}
export {
  logView
};
//# sourceMappingURL=logView.js.map
