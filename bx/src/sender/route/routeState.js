// src/sender/route/routeState.ts
import { instant } from "../../ports/clock.js";
function routeState({ mailer, clock, log, metrics, onChange }) {
  const { route } = mailer;
  let state = { at: "open" };
  let since = instant(clock.nowMs());
  let closedAtMs = 0;
  const report = () => {
    const trouble = state.at === "open" ? null : state.fault.trouble;
    return { route, state: state.at, trouble, since };
  };
  const publish = () => {
    metrics.gauge("postledger_mail_route_open", state.at === "open" ? 1 : 0, { route });
    onChange?.(report());
  };
  const change = (next) => {
    if (state.at === "open" !== (next.at === "open")) since = instant(clock.nowMs());
    state = next;
    publish();
  };
  const open = () => {
    if (state.at === "open") return;
    log.info({ route, closedForMs: clock.monotonicMs() - closedAtMs }, "mail leaves again");
    change({ at: "open" });
  };
  return {
    now: () => state,
    report,
    publish,
    open,
    close(fault, answersProbes) {
      if (state.at === "open") {
        closedAtMs = clock.monotonicMs();
        const { trouble, diagnostic } = fault;
        metrics.count("postledger_mail_route_closings_total", { route, trouble });
        log.error(
          { route, trouble, diagnostic },
          "no mail leaves until the route takes it again: messages wait and lose no attempt"
        );
      }
      change({ at: "closed", fault, answersProbes });
    },
    answered(fault) {
      metrics.count("postledger_mail_route_probes_total", { route, answer: fault?.trouble ?? "fine" });
      if (state.at !== "closed") return;
      if (fault !== null) change({ at: "closed", fault, answersProbes: false });
      else if (state.answersProbes) change({ at: "trying", fault: state.fault });
      else open();
    }
  };
}
export {
  routeState
};
//# sourceMappingURL=routeState.js.map
