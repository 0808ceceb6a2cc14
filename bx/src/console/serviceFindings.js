// src/console/serviceFindings.ts
import { oldestPendingAt } from "../projections/webhookDeliveries.js";
import { keptFor } from "../queues/keptFor.js";
import { dueWork } from "./dueWork.js";
import { spanOf } from "./elements.js";
import { notAsked } from "./notAsked.js";
var LATE_MS = 1e4;
var WAITS_MS = 6e4;
var LOW_FREE_BYTES = 5 * 1024 ** 3;
var CHECKED_EVERY_MS = 6e4;
var GAUGES = [
  "postledger_consumer_lag_seconds",
  "postledger_data_free_bytes",
  "postledger_carrier_bound"
];
function serviceFindings(dependencies) {
  const { reports, ledger, metrics } = dependencies;
  const checked = keptFor(ledger.clock, CHECKED_EVERY_MS);
  return async () => {
    const gauges = await metrics.gauges(GAUGES);
    const parts = await Promise.all([
      checked.of("", () => machineFindings(reports)),
      findingsOf("Work that is due", () => ofDueWork(dependencies)),
      findingsOf("Webhooks", () => ofWebhooks(dependencies))
    ]);
    return [ofReports(dependencies, gauges), ofGauges(gauges), ...parts].flat();
  };
}
function findingsOf(what, find) {
  const next = "The rest of the page is not touched by it; postledger doctor says what is away.";
  return find().catch((error) => [{ rank: 8, says: notAsked(what, error), next }]);
}
async function machineFindings({ checks }) {
  const found = await checks?.() ?? [];
  return found.flatMap(
    ({ name, ok, says, mend = "postledger doctor says more." }) => ok ? [] : { rank: 3, says: `${name}: ${says}.`, next: mend }
  );
}
function ofReports({ reports }, gauges) {
  const found = [];
  if (reports.logDamage !== null)
    found.push({
      rank: 9,
      says: `The log is damaged: ${reports.logDamage}`,
      next: "Nothing is accepted until it is repaired: docs/operations.md, 'Damage'."
    });
  if (reports.backgroundRuns?.() === false)
    found.push({
      rank: 8,
      says: "The background process does not run: nothing is sent, posted or counted.",
      next: "It is started again by itself; the log of the service says why it ended."
    });
  const late = seriesOf(gauges, "postledger_consumer_lag_seconds").filter(
    ({ value }) => value * 1e3 >= LATE_MS
  );
  const lagMs = Math.max(reports.backgroundLagMs?.() ?? 0, ...late.map(({ value }) => value * 1e3));
  const names = late.map(({ labels }) => labels.consumer?.replace(/^projection:/, "")).join(", ");
  if (lagMs >= LATE_MS)
    found.push({
      rank: 5,
      says: `The background is ${spanOf(lagMs)} late: figures and lists are as old${names && ` (${names})`}.`,
      next: "It catches up by itself once less is sent; postledger projections status shows how far it is."
    });
  const route = reports.route?.() ?? null;
  if (route !== null && route.state !== "open")
    found.push({
      rank: 7,
      says: `The route for mail (${route.route}) has been ${route.state} since ${route.since}: ${route.trouble ?? "it is tried"}.`,
      next: "Accepted mail waits and nothing is lost; postledger doctor says what the server answers."
    });
  if (reports.intakeListens?.() === false)
    found.push({
      rank: 6,
      says: "Bounces and complaints are not received: the intake does not listen.",
      next: "Other servers send them again for days; the log of the service says why, and postledger doctor too."
    });
  return found;
}
async function ofDueWork(dependencies) {
  const nowMs = dependencies.ledger.clock.nowMs();
  return (await dueWork(dependencies)).flatMap(({ kind, lanes, sinceMs }) => {
    const waitsMs = nowMs - sinceMs;
    if (waitsMs < WAITS_MS) return [];
    return {
      // What waits longer comes first, and still after what holds all of it back.
      rank: 4 + waitsMs / (waitsMs + 36e5),
      says: `Work of the kind ${kind} has been due for ${spanOf(waitsMs)}, in ${lanes} ${lanes === 1 ? "lane" : "lanes"}.`,
      next: "A pace, a route that is closed or an endpoint that fails holds it back; the log of the service says which."
    };
  });
}
function ofGauges(gauges) {
  const [bound] = seriesOf(gauges, "postledger_carrier_bound");
  const carrier = {
    rank: 7,
    says: "The carrier of text messages is not bound: none is sent.",
    next: "Accepted messages wait; the log of the service has the answer of the carrier."
  };
  const freeBytes = seriesOf(gauges, "postledger_data_free_bytes")[0]?.value ?? LOW_FREE_BYTES;
  const disk = {
    rank: freeBytes < LOW_FREE_BYTES / 10 ? 8 : 3,
    says: `The disk of the data folder has ${(freeBytes / 1024 ** 3).toFixed(1)} GiB left.`,
    next: "Make room: nothing is accepted on a full disk."
  };
  return [...bound?.value === 0 ? [carrier] : [], ...freeBytes < LOW_FREE_BYTES ? [disk] : []];
}
var seriesOf = (gauges, wanted) => gauges.filter(({ name }) => name === wanted);
async function ofWebhooks({ models, ledger }) {
  const pendingAt = await oldestPendingAt(models.webhookDeliveries);
  const waitsMs = pendingAt === null ? 0 : ledger.clock.nowMs() - Date.parse(pendingAt);
  if (waitsMs < WAITS_MS) return [];
  return [
    {
      rank: 3,
      says: `The oldest webhook has waited for ${spanOf(waitsMs)}.`,
      next: "Mostly its endpoint fails: the page Webhooks of its workspace shows which one."
    }
  ];
}
export {
  findingsOf,
  serviceFindings
};
//# sourceMappingURL=serviceFindings.js.map
