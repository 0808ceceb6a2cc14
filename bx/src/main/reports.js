// src/main/reports.ts
import { notify } from "../runtime/follow/notify.js";
import { mailRoute } from "../sender/route/mailRoute.js";
import { watchRoutes } from "../sender/route/routeReports.js";
function openReports(ports, onReport) {
  const routeChanges = notify(ports.clock.sleep);
  const onChange = (report) => {
    onReport?.({ kind: "route", report });
    routeChanges.notify();
  };
  const route = mailRoute({ ...ports, onChange });
  let intakeListens = ports.mailIntake === null ? null : false;
  const onIntake = (listens) => {
    intakeListens = listens;
    onReport?.({ kind: "intake", listens });
  };
  return { route, routeChanges, onIntake, intakeListens: () => intakeListens };
}
function healthReports(ports, { background, over }, own) {
  if (own !== null) return { route: own.route.report, intakeListens: own.intakeListens };
  if (background === null) return { route: watchRoutes(ports, over.signal) };
  const { isRunning: backgroundRuns, lagMs: backgroundLagMs, route, intakeListens } = background;
  return { backgroundRuns, backgroundLagMs, route, intakeListens };
}
export {
  healthReports,
  openReports
};
//# sourceMappingURL=reports.js.map
