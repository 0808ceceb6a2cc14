import type { RecordedEvent } from '../../../src/events/event.ts';
import {
  type RecordedWebhookDeliveryEvent,
  webhookDeliveryIdOf,
} from '../../../src/events/webhookDelivery.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { breachesOf, type SeenPost } from './deliveryRules.ts';
import { dispatchProcess, PARTITIONS } from './dispatchProcess.ts';
import { eventfulClock } from './eventfulClock.ts';
import { simulatedEndpoints, switchings } from './simulatedEndpoints.ts';
import { simulatedIndex } from './simulatedIndex.ts';
import { simulatedLog } from './simulatedLog.ts';
import { START_MS, setForthMs } from './simulatedTime.ts';
import { countEnds, type SimulationReport } from './simulation.ts';

const HOUR_MS = 3_600_000;
const ENDPOINTS = 12;
/** What is left after the days in which something happens has a week. */
const DAYS_AFTER = 7;
const KILLS_A_DAY = 20;
const STEPS_A_DAY = 4;
/** In a long simulation some are off for days, and one for more than 72 hours, whatever the seed. */
const LONG_OFF = { fromMs: 30 * HOUR_MS, toMs: 110 * HOUR_MS };
const LONG_DAYS = 3;
/** The index is at most so far behind the log. */
const LAG_MS = 300;
/** A lane may rest for a second before it is read on in, behind an index that lags. */
const TOLERANCE_MS = 2_500;
/** Of what was fanned out before a kill some is fanned out again, as behind the last checkpoint. */
const AGAIN = 5;

export interface DispatchSize {
  readonly events: number;
  /** Days in which something happens: events, kills, steps of the clock, switchings. */
  readonly days: number;
}

/**
 * The whole dispatch with its fan-out, index and news, by a clock that goes from sleeper to sleeper: the short way,
 * slots, lanes and pauses, through kills, steps of the clock and endpoints that are switched off and on.
 */
export async function simulateDispatch(
  seed: number,
  { events, days }: DispatchSize,
): Promise<SimulationReport> {
  const random = seededRandom(seed);
  const clock = eventfulClock(START_MS);
  const log = simulatedLog();
  const endpoints = simulatedEndpoints(log);
  const index = simulatedIndex(PARTITIONS);
  const breaches: string[] = [];
  const counts = { attempts: 0, delivered: 0, dead: 0, disabled: 0, posts: 0, kills: 0, steps: 0, unseen: 0 };
  const posts = new Map<string, SeenPost[]>();
  const endpointOf = new Map<string, string>();
  const happened: RecordedEvent[] = [];
  const skipped: [fromMs: number, toMs: number][] = [];
  let folded = log.head();
  let isFolding = false;

  const foldSoon = () => {
    if (isFolding) return;
    isFolding = true;
    clock.at(clock.monotonicMs() + random() * LAG_MS, () => {
      isFolding = false;
      const head = log.head();
      for (const event of log.since(folded)) {
        if (event.stream.startsWith('webhookdelivery-')) {
          process.hints.wrote(index.fold(event as RecordedWebhookDeliveryEvent));
        }
        if (event.type === 'WebhookEndpointChanged') process.endpointsChanged([event]);
      }
      folded = head;
    });
  };
  const begin = () =>
    dispatchProcess({
      ...{ random, clock, log, index, endpoints, breaches, indexPosition: () => folded },
      onPost(deliveryId, post) {
        counts.posts += 1;
        posts.set(deliveryId, [...(posts.get(deliveryId) ?? []), post]);
      },
      onAppended: foldSoon,
    });
  for (let n = 0; n < ENDPOINTS; n++) endpoints.add(`e${n}`, clock.now());
  let process = begin();

  const fanOut = (event: RecordedEvent) => {
    // A reaction that a kill has cut off is made again by the next process.
    process.fanOut.react(event).catch(() => clock.at(clock.monotonicMs() + 1, () => fanOut(event)));
  };
  const happen = (n: number) => {
    const data = { deliveryId: 'd', suppressionId: 'd', recipient: 'a@b.co', sandbox: false };
    log.append(`email-${n}`, 'Delivered', data, clock.nowMs());
    const [event] = log.stream(`email-${n}`);
    if (event === undefined) return;
    happened.push(event);
    for (let e = 0; e < ENDPOINTS; e++)
      if (!endpoints.isOff(`e${e}`)) endpointOf.set(webhookDeliveryIdOf(event.id, `e${e}`), `e${e}`);
    fanOut(event);
  };
  const kill = () => {
    const when = (['now', 'before', 'after'] as const)[Math.floor(random() * 3)] ?? 'now';
    process.kill(when, () => {
      counts.kills += 1;
      clock.at(clock.monotonicMs(), () => {
        process = begin();
        for (const event of happened.slice(-AGAIN)) fanOut(event);
      });
    });
  };
  const deliveriesOf = (endpointId: string) =>
    [...endpointOf].filter(([, endpoint]) => endpoint === endpointId).map(([id]) => id);
  const step = () => {
    const byMs = Math.floor((random() - 0.5) * 4 * HOUR_MS);
    if (byMs > 0) skipped.push([clock.nowMs(), clock.nowMs() + byMs]);
    for (let e = 0; e < ENDPOINTS; e++) if (endpoints.isOff(`e${e}`)) process.wereOff(deliveriesOf(`e${e}`));
    clock.step(byMs);
    endpoints.stepped(clock.now());
    process.stepped();
    counts.steps += 1;
  };
  const toggle = (endpointId: string, on: boolean) => {
    if (!endpoints.switchTo(endpointId, on, clock.now())) return;
    const [event] = log.stream('webhooks-w').slice(-1);
    if (event !== undefined) process.endpointsChanged([event]);
    if (on) process.wereOff(deliveriesOf(endpointId));
  };

  const someMs = () => random() * days * 24 * HOUR_MS;
  for (let n = 0; n < events; n++) {
    const atMs = someMs();
    // Some come in bursts.
    for (let at = n; at < events && (at === n || random() < 0.7); at++, n = at - 1)
      clock.at(atMs, () => happen(at));
  }
  for (let n = 0; n < KILLS_A_DAY * days; n++) clock.at(someMs(), kill);
  for (let n = 0; n < STEPS_A_DAY * days; n++) clock.at(someMs(), step);
  const isLong = days >= LONG_DAYS;
  if (isLong) {
    clock.at(LONG_OFF.fromMs, () => toggle('e0', false));
    clock.at(LONG_OFF.toMs, () => toggle('e0', true));
  }
  for (let n = 1; n < ENDPOINTS; n++)
    for (const { atMs, on } of switchings(random, isLong ? n : 1, 0, days))
      clock.at(atMs, () => toggle(`e${n}`, on));
  const overMs = days * 24 * HOUR_MS;
  const lastMs = overMs + DAYS_AFTER * 24 * HOUR_MS;
  await clock.run(lastMs, () => clock.monotonicMs() > overMs && index.size === 0);

  for (const [deliveryId, endpointId] of endpointOf) {
    const history = log.stream(`webhookdelivery-${deliveryId}`);
    countEnds(history, counts);
    const found = breachesOf(history, posts.get(deliveryId) ?? [], {
      ...{ toleranceMs: TOLERANCE_MS, setForthMs: setForthMs(skipped) },
      offSinceMs: (event) => endpoints.offSinceMs(endpointId, event),
    });
    counts.unseen += (posts.get(deliveryId) ?? []).filter(({ unrecorded }) => unrecorded).length;
    breaches.push(...found.map((breach) => `${deliveryId} to ${endpointId}: ${breach}`));
  }
  for (const deliveryId of posts.keys())
    if (!endpointOf.has(deliveryId)) breaches.push(`${deliveryId}: scheduled while its endpoint was off`);
  return { breaches, counts: { deliveries: endpointOf.size, ...counts } };
}
