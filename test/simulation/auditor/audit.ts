import type { RecordedEvent } from '../../../src/events/event.ts';
import { joined } from '../../../src/events/parts.ts';
import { countUpTo } from '../stores/worldLog.ts';
import type { World } from '../world.ts';
import { acceptedOnce } from './acceptedOnce.ts';
import { attemptsCounted } from './attemptsCounted.ts';
import { campaignsOnce } from './campaignsOnce.ts';
import { chargesAddUp } from './chargesAddUp.ts';
import { claimsKept } from './claimsKept.ts';
import { delaysReported } from './delaysReported.ts';
import { endsInTime } from './endsInTime.ts';
import { handedOverOnce } from './handedOverOnce.ts';
import { healthyAtOnce } from './healthyAtOnce.ts';
import { inboundOnce } from './inboundOnce.ts';
import { noErrorLines } from './noErrorLines.ts';
import { noFaultAnswers } from './noFaultAnswers.ts';
import { notTooEarly } from './notTooEarly.ts';
import { provedReports } from './provedReports.ts';
import { quietWorld } from './quietWorld.ts';
import { readyWhenAccepting } from './readyWhenAccepting.ts';
import { rebuildsEnd } from './rebuildsEnd.ts';
import { rebuiltEqualsLive } from './rebuiltEqualsLive.ts';
import { receiptsRecorded } from './receiptsRecorded.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { stoppedStaySilent } from './stoppedStaySilent.ts';
import { stopsInOrder } from './stopsInOrder.ts';
import { stopsValid } from './stopsValid.ts';
import { suppressedStaySilent } from './suppressedStaySilent.ts';
import { textsEndInTime } from './textsEndInTime.ts';
import { webhooksBySchedule } from './webhooksBySchedule.ts';
import { webhooksInTime } from './webhooksInTime.ts';

/** Every rule there is. A new one is added here and nowhere else. */
export const RULES: readonly Rule[] = [
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
  quietWorld,
];

function evidenceOf({ plan, agenda, wall, journal, stores, accounts, watch, leftOut }: World): Evidence {
  return {
    ...{ plan, stores, journals: journal.books },
    events: stores.log.events.map(whole),
    stream: (name) => stores.log.stream(name).map(whole),
    workspaceOf: (client) => accounts.get(client)?.workspace,
    endMs: agenda.nowMs(),
    watchedFromMs: watch.fromMs,
    leftOutMs: (fromMs, toMs) =>
      leftOut
        .filter((one) => one.fromMs < toMs && one.toMs > fromMs)
        .reduce((sum, one) => sum + Math.min(one.toMs, toMs) - Math.max(one.fromMs, fromMs), 0),
    endDateMs: Math.min(...plan.processes.map(({ name }) => wall.nowMs(name))),
    clocksMs: wall.offsetsMs(),
    appendedBy: ({ position }) => stores.log.appended[countUpTo(position) - 1]?.by ?? null,
    appendedAtMs: ({ position }) => stores.log.appended[countUpTo(position) - 1]?.atMs ?? 0,
  };
}

const whole = (event: RecordedEvent): RecordedEvent => joined(event, event.parts ?? {});

/** All breaches of all rules, the earliest first. */
export async function audit(world: World, rules: readonly Rule[] = RULES): Promise<readonly Breach[]> {
  const evidence = evidenceOf(world);
  const breaches: Breach[] = [];
  for (const rule of rules) breaches.push(...(await rule.check(evidence)));
  return breaches.sort((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0));
}
