// src/sender/route/mailRoute.ts
import { notify } from "../../runtime/follow/notify.js";
import { between } from "../chance.js";
import { routeDoubts } from "./routeDoubts.js";
import { routeState } from "./routeState.js";
var FIRST_PROBE_MS = 1e3;
var LONGEST_PROBE_MS = 3e4;
var LONGEST_CONNECTION_PROBE_MS = 1e4;
var LONGEST_LOGIN_PROBE_MS = 6e4;
var FIRST_MESSAGES = 3;
var FAULTS_IN_A_ROW = 3;
var IDLE_MS = 36e5;
function mailRoute(dependencies) {
  const closings = notify(dependencies.clock.sleep);
  const doubts = routeDoubts();
  const state = routeState(dependencies);
  let inARow = 0;
  let underTrial = 0;
  const close = (fault, answersProbes) => {
    inARow = 0;
    state.close(fault, answersProbes);
    closings.notify();
  };
  const room = () => {
    const { at } = state.now();
    if (at === "open") return Number.POSITIVE_INFINITY;
    return at === "closed" ? 0 : Math.max(0, FIRST_MESSAGES - underTrial);
  };
  const ended = (deliveryId, outcome) => {
    const { at } = state.now();
    if (outcome.outcome === "waiting") return outcome;
    if (outcome.outcome === "unsent") {
      const { diagnostic } = outcome;
      if (doubts.isItsOwn(deliveryId)) return { outcome: "deferred", fault: "message", diagnostic };
      inARow++;
      if (at === "trying" || at === "open" && inARow >= FAULTS_IN_A_ROW) close(outcome, true);
      return outcome;
    }
    if (outcome.outcome === "deferred" && outcome.fault === "message") return outcome;
    inARow = 0;
    doubts.gotThrough(deliveryId);
    state.open();
    return outcome;
  };
  return {
    room,
    report: state.report,
    async enter(wanted) {
      if (state.now().at === "open" && wanted > 0) {
        const fault = await probed(dependencies);
        if (fault !== null && state.now().at === "open") close(fault, false);
      }
      const granted = Math.min(wanted, room());
      let held = state.now().at === "trying" ? granted : 0;
      underTrial += held;
      return {
        granted,
        ended,
        leave() {
          underTrial -= held;
          held = 0;
        }
      };
    },
    run: (signal) => keepProbing({ ...dependencies, state, closings }, signal)
  };
}
async function keepProbing({ state, closings, ...dependencies }, signal) {
  state.publish();
  let probes = 0;
  while (!signal.aborted) {
    const before = state.now();
    if (before.at === "open") probes = 0;
    if (before.at !== "closed") {
      await closings.wait(IDLE_MS, signal);
      continue;
    }
    await dependencies.clock.sleep(probeDelayMs(probes++, before, dependencies.ids), signal);
    if (signal.aborted) return;
    state.answered(await probed(dependencies));
  }
}
function probeDelayMs(probes, { fault: { trouble }, answersProbes }, ids) {
  const isAway = trouble === "connection" && !answersProbes;
  const others = trouble === "authentication" ? LONGEST_LOGIN_PROBE_MS : LONGEST_PROBE_MS;
  const longestMs = isAway ? LONGEST_CONNECTION_PROBE_MS : others;
  return Math.min(FIRST_PROBE_MS * 2 ** probes, longestMs) * between(ids, 0.5, 1);
}
async function probed({
  mailer,
  log
}) {
  try {
    return await mailer.probe();
  } catch (error) {
    log.error({ route: mailer.route, err: error }, "the probe of the route failed");
    const diagnostic = "the probe ended without an answer";
    return { outcome: "unsent", fault: "route", trouble: "connection", diagnostic };
  }
}
export {
  mailRoute
};
//# sourceMappingURL=mailRoute.js.map
