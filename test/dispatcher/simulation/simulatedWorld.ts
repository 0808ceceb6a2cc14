import { evolveDelivery } from '../../../src/commands/webhook/webhookDeliveryState.ts';
import type { DueDelivery } from '../../../src/dispatcher/scheduledDelivery.ts';
import type { RecordedWebhookDeliveryEvent } from '../../../src/events/webhookDelivery.ts';
import { type WebhookWorkDocument, webhookWork } from '../../../src/projections/webhookWork.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import type { SeenPost } from './deliveryRules.ts';
import { dueQueue } from './dueQueue.ts';
import { answerOf, attemptsOn, Killed, reasonOf } from './process.ts';
import { simulatedEndpoints, switchings } from './simulatedEndpoints.ts';
import { simulatedLog } from './simulatedLog.ts';
import { START_MS, simulatedTime } from './simulatedTime.ts';

const HOUR_MS = 3_600_000;
export const ENDPOINTS = 20;
const DAYS = 10;

/** What is simulated around the attempts: log, index, endpoints, time, and the process that is killed. */
export function simulatedWorld(seed: number) {
  const random = seededRandom(seed);
  const chance = (share: number) => random() < share;
  const log = simulatedLog();
  const endpoints = simulatedEndpoints(log);
  const projection = webhookWork(1);
  const ends = { attempts: 0, delivered: 0, dead: 0, disabled: 0 };
  const counts = { ...ends, posts: 0, kills: 0, steps: 0, withheld: 0, twice: 0 };
  const breaches: string[] = [];
  const posts = new Map<string, SeenPost[]>();
  const time = simulatedTime(random);
  const queue = dueQueue<
    { readonly delivery: string } | { readonly endpoint: string; readonly on: boolean }
  >();
  const index = new Map<string, WebhookWorkDocument>();
  const dueNext = new Map<string, number>();
  /** What waits for its endpoint to be switched on. */
  const waiting = new Map<string, Set<string>>();
  /** What was ever withheld. */
  const withheld = new Set<string>();
  let taken = time.now();
  let dying: 'before' | 'after' | null = null;

  const openProcess = () =>
    attemptsOn(log, {
      crash: (when) => {
        if (dying === when) throw new Killed();
      },
      clock: time.clock,
      post: async (deliveryId, url) => {
        const outcome = answerOf(random, deliveryId);
        const status = outcome.outcome === 'answered' ? outcome.status : null;
        const endpointId = url.slice(url.lastIndexOf('/') + 1);
        const [isOff, able] = [endpoints.isOff(endpointId), endpoints.able(endpointId)];
        counts.posts += 1;
        const at = taken;
        time.pass(Math.floor(random() * 10_000));
        const answered = { status, reason: reasonOf(outcome), endedAtMs: time.now().wallMs };
        const seen = { at, able, isOff, pausedAt: null, unrecorded: true, ...answered };
        posts.set(deliveryId, [...postsOf(deliveryId), seen]);
        return outcome;
      },
    });
  let process = openProcess();
  const stream = (deliveryId: string) => log.stream(`webhookdelivery-${deliveryId}`);
  const endpointOf = (deliveryId: string) => `e${Number(deliveryId.slice(1)) % ENDPOINTS}`;
  const postsOf = (deliveryId: string) => posts.get(deliveryId) ?? [];
  const enqueue = (delivery: string, dueAtMs: number) => {
    dueNext.set(delivery, dueAtMs);
    queue.add(dueAtMs, { delivery });
  };

  /** Folds what the log has of a delivery behind a revision, as the projector does. */
  const fold = (deliveryId: string, fromRevision: number) => {
    let document = index.get(deliveryId) ?? null;
    for (const event of stream(deliveryId).slice(fromRevision))
      document = projection.fold(document, event as RecordedWebhookDeliveryEvent, deliveryId);
    if (document === null) {
      index.delete(deliveryId);
      dueNext.delete(deliveryId);
      return;
    }
    index.set(deliveryId, document);
    enqueue(deliveryId, document.dueAtMs);
  };

  const dueDelivery = (deliveryId: string): DueDelivery => {
    const [first, next] = stream(deliveryId) as readonly RecordedWebhookDeliveryEvent[];
    const state = first === undefined ? null : evolveDelivery(null, first);
    // The short way knows the stream; the index has it read.
    const isShort = first !== undefined && state !== null && next === undefined && chance(0.5);
    const scheduled = isShort ? { state, last: first } : null;
    return { deliveryId, scheduled, pausedSince: null };
  };

  /** One run, as the dispatch would make it; the clock goes on from where it was, since runs lie beside each other. */
  const run = async (deliveryId: string) => {
    taken = time.now();
    const end = await process.attempt(dueDelivery(deliveryId)).catch((error) => {
      if (!(error instanceof Killed)) throw error;
      return null;
    });
    time.set(taken);
    return end;
  };

  /** A run that must post nothing and record nothing. */
  const idleRun = async (deliveryId: string, what: string) => {
    const before = [postsOf(deliveryId).length, stream(deliveryId).length];
    await run(deliveryId);
    if (postsOf(deliveryId).length !== before[0]) breaches.push(`${deliveryId}: ${what} posted`);
    if (stream(deliveryId).length !== before[1]) breaches.push(`${deliveryId}: ${what} recorded something`);
  };

  /** Which of the posts of a run the recorded outcome is of: it goes behind those that left none. */
  const noteRecorded = (deliveryId: string, from: number, revision: number, isTwice: boolean) => {
    const event = stream(deliveryId)[revision];
    if (event === undefined) return;
    const { status, reason = null } = event.data as { status?: number | null; reason?: string };
    const before = postsOf(deliveryId).slice(0, from);
    const own = postsOf(deliveryId).slice(from);
    const at = own.findIndex((seen) => seen.status === status && seen.reason === reason);
    const [recorded] = at < 0 ? [] : own.splice(at, 1);
    const told = recorded && { ...recorded, unrecorded: false, ...(isTwice && { endedAtMs: null }) };
    posts.set(deliveryId, [...before, ...own, ...(told ? [told] : [])]);
  };

  return {
    ...{ log, counts, breaches, queue, chance, endpoints, postsOf },
    setForthMs: time.setForthMs,
    passTo: time.passTo,
    /** When a delivery that has no end is next looked at. */
    dueNextAtMs: (deliveryId: string) => dueNext.get(deliveryId),
    stepClock() {
      time.step();
      endpoints.stepped(time.now());
      counts.steps += 1;
    },
    toggle(endpointId: string, on: boolean) {
      if (!endpoints.switchTo(endpointId, on, time.now())) return;
      process.changed();
      if (!on) return;
      // What fell due meanwhile is due at once; what a step of the clock has made early again waits for its date.
      for (const delivery of waiting.get(endpointId) ?? [])
        enqueue(delivery, index.get(delivery)?.dueAtMs ?? time.now().wallMs);
      waiting.delete(endpointId);
    },
    addEndpoint(n: number) {
      endpoints.add(`e${n}`, time.now());
      for (const { atMs, on } of switchings(random, n, START_MS, DAYS))
        queue.add(atMs, { endpoint: `e${n}`, on });
    },
    addDelivery(deliveryId: string, endpointId: string) {
      const data = { endpointId, eventId: deliveryId, kind: 'k', body: '{}', subjectId: 's' };
      const atMs = START_MS + Math.floor(random() * DAYS * 24 * HOUR_MS);
      log.append(`webhookdelivery-${deliveryId}`, 'WebhookDeliveryScheduled', data, atMs);
      fold(deliveryId, 0);
    },
    /** What is due is run, with all that may happen to it. */
    async take(deliveryId: string, dueAtMs: number) {
      const endpointId = endpointOf(deliveryId);
      const revision = stream(deliveryId).length;
      const isOff = endpoints.isOff(endpointId);
      // What waits for an endpoint that is off comes to its end all at once: only the first of them can be early.
      const isAsked = isOff ? withheld.has(deliveryId) : revision > 1 && chance(0.1);
      if (time.now().wallMs < dueAtMs && isAsked) {
        // By as little as there is, or by whatever it is.
        if (isOff || chance(0.5)) time.passTo(dueAtMs - 1);
        await idleRun(deliveryId, 'a run that came too early');
      }
      time.passTo(dueAtMs);
      const before = postsOf(deliveryId).length;
      dying = chance(0.002) ? (chance(0.5) ? 'before' : 'after') : null;
      const isTwice = dying === null && chance(0.01);
      const [end] = await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => run(deliveryId)));
      if (isTwice) counts.twice += 1;
      if (dying !== null) {
        // Everything in memory is gone with the process: the folds that it kept, and what it held.
        counts.kills += 1;
        process = openProcess();
        dying = null;
      } else if (postsOf(deliveryId).length > before && stream(deliveryId).length === revision)
        breaches.push(`${deliveryId}: posted, and nothing recorded`);
      noteRecorded(deliveryId, before, revision, isTwice);
      if (end?.is === 'off') {
        counts.withheld += 1;
        withheld.add(deliveryId);
        if (!isOff) breaches.push(`${deliveryId}: withheld while its endpoint was on`);
        waiting.set(endpointId, (waiting.get(endpointId) ?? new Set()).add(deliveryId));
        return enqueue(deliveryId, end.untilMs);
      }
      // The index lags behind the log: the item is taken once more.
      if (stream(deliveryId).length > revision && chance(0.05)) await idleRun(deliveryId, 'a stale index');
      fold(deliveryId, revision);
    },
  };
}
