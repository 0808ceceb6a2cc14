// src/sender/route/routeReports.ts
var REPORT_EVERY_MS = 3e4;
var READ_EVERY_MS = 5e3;
var LEASE_MS = 9e4;
var PREFIX = "mail-route/";
var MAX_MEMBERS = 1e3;
async function shareRoute(dependencies, signal) {
  const { reports, leases, report, changes, log } = dependencies;
  let held = null;
  while (!signal.aborted) {
    try {
      if (held === null || held.lost.aborted) held = await freeLease(leases);
      await reports.put(held.name, JSON.stringify(report()));
    } catch (error) {
      log.debug({ err: error }, "the state of the mail route could not be shared");
    }
    await changes.wait(REPORT_EVERY_MS, signal);
  }
  await held?.release();
}
async function freeLease(leases) {
  for (let member = 0; member < MAX_MEMBERS; member++) {
    const lease = await leases.acquire(`${PREFIX}${member}`, LEASE_MS);
    if (lease !== null) return lease;
  }
  throw new Error("too many processes report their mail route");
}
var BY_TROUBLE = ["open", "trying", "closed"];
async function worstRoute({ reports, leases }) {
  let worst = null;
  const rank = ({ state }) => BY_TROUBLE.indexOf(state);
  for (const [name, text] of await reports.all()) {
    if (!name.startsWith(PREFIX) || !await leases.isHeld(name)) continue;
    const report = JSON.parse(text);
    if (worst === null || rank(report) > rank(worst)) worst = report;
  }
  return worst;
}
function watchRoutes(dependencies, signal) {
  const { clock, log, metrics } = dependencies;
  let worst = null;
  const watch = async () => {
    while (!signal.aborted) {
      try {
        worst = await worstRoute(dependencies);
        if (worst !== null)
          metrics.gauge("postledger_mail_route_open", worst.state === "open" ? 1 : 0, { route: worst.route });
      } catch (error) {
        worst = null;
        if (!signal.aborted)
          log.debug({ err: error }, "the reports of the senders on the mail route could not be read");
      }
      await clock.sleep(READ_EVERY_MS, signal);
    }
  };
  void watch();
  return () => worst;
}
export {
  shareRoute,
  watchRoutes,
  worstRoute
};
//# sourceMappingURL=routeReports.js.map
