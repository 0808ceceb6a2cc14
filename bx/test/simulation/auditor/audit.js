// test/simulation/auditor/audit.ts
import { countUpTo } from "../stores/worldLog.js";
import { acceptedOnce } from "./acceptedOnce.js";
import { attemptsCounted } from "./attemptsCounted.js";
import { campaignsOnce } from "./campaignsOnce.js";
import { chargesAddUp } from "./chargesAddUp.js";
import { claimsKept } from "./claimsKept.js";
import { delaysReported } from "./delaysReported.js";
import { endsInTime } from "./endsInTime.js";
import { handedOverOnce } from "./handedOverOnce.js";
import { healthyAtOnce } from "./healthyAtOnce.js";
import { inboundOnce } from "./inboundOnce.js";
import { noErrorLines } from "./noErrorLines.js";
import { noFaultAnswers } from "./noFaultAnswers.js";
import { notTooEarly } from "./notTooEarly.js";
import { provedReports } from "./provedReports.js";
import { quietWorld } from "./quietWorld.js";
import { readyWhenAccepting } from "./readyWhenAccepting.js";
import { rebuildsEnd } from "./rebuildsEnd.js";
import { rebuiltEqualsLive } from "./rebuiltEqualsLive.js";
import { receiptsRecorded } from "./receiptsRecorded.js";
import { stoppedStaySilent } from "./stoppedStaySilent.js";
import { stopsInOrder } from "./stopsInOrder.js";
import { stopsValid } from "./stopsValid.js";
import { suppressedStaySilent } from "./suppressedStaySilent.js";
import { textsEndInTime } from "./textsEndInTime.js";
import { webhooksBySchedule } from "./webhooksBySchedule.js";
import { webhooksInTime } from "./webhooksInTime.js";
var RULES = [
  acceptedOnce,
  noFaultAnswers,
  chargesAddUp,
  endsInTime,
  notTooEarly,
  delaysReported,
  attemptsCounted,
  claimsKept,
  campaignsOnce,
  handedOverOnce,
  suppressedStaySilent,
  provedReports,
  textsEndInTime,
  stoppedStaySilent,
  receiptsRecorded,
  inboundOnce,
  stopsValid,
  webhooksBySchedule,
  webhooksInTime,
  healthyAtOnce,
  rebuiltEqualsLive,
  rebuildsEnd,
  stopsInOrder,
  noErrorLines,
  readyWhenAccepting,
  quietWorld
];
function evidenceOf({ plan, agenda, wall, journal, stores, accounts, watch, leftOut }) {
  return {
    ...{ plan, stores, journals: journal.books },
    events: stores.log.events,
    stream: stores.log.stream,
    workspaceOf: (client) => accounts.get(client)?.workspace,
    endMs: agenda.nowMs(),
    watchedFromMs: watch.fromMs,
    leftOutMs: (fromMs, toMs) => leftOut.filter((one) => one.fromMs < toMs && one.toMs > fromMs).reduce((sum, one) => sum + Math.min(one.toMs, toMs) - Math.max(one.fromMs, fromMs), 0),
    endDateMs: Math.min(...plan.processes.map(({ name }) => wall.nowMs(name))),
    clocksMs: wall.offsetsMs(),
    appendedBy: ({ position }) => stores.log.appended[countUpTo(position) - 1]?.by ?? null,
    appendedAtMs: ({ position }) => stores.log.appended[countUpTo(position) - 1]?.atMs ?? 0
  };
}
async function audit(world, rules = RULES) {
  const evidence = evidenceOf(world);
  const breaches = [];
  for (const rule of rules) breaches.push(...await rule.check(evidence));
  return breaches.sort((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0));
}
export {
  RULES,
  audit
};
//# sourceMappingURL=audit.js.map
