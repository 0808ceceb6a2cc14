import type { RecordedWebhookDeliveryEvent } from '../../../src/events/webhookDelivery.ts';
import { type WebhookWorkDocument, webhookWork } from '../../../src/projections/webhookWork.ts';
import { seededRandom } from '../../faults/seededRandom.ts';
import { freePermit } from '../../support/freePace.ts';
import { breachesOf, type SeenPost } from './deliveryRules.ts';
import { dueQueue } from './dueQueue.ts';
import { answerOf, Killed, workerOn } from './process.ts';
import { simulatedLog } from './simulatedLog.ts';

const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const ENDPOINTS = 20;
const TOGGLES_PER_ENDPOINT = 30;
const DAYS = 10;

/** Runs at most, for each delivery: nothing may go on for ever. */
const MAX_RUNS = 40;

export interface SimulationReport {
  readonly breaches: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * The worker over a log that outlives it, with a clock of its own: deliveries through random answers, kills that drop
 * all that was in memory, steps of the clock, endpoints that are switched off and on, runs that come too early, out of
 * a stale index, or two at once. Everything follows from the seed.
 */
export async function simulate(seed: number, deliveries: number): Promise<SimulationReport> {
  const world = worldOf(seed);
  const { log, counts, breaches, queue, index, chance } = world;
  for (let n = 0; n < ENDPOINTS; n++) world.addEndpoint(`e${n}`);
  for (let n = 0; n < deliveries; n++) world.addDelivery(`d${n}`, `e${n % ENDPOINTS}`);
  let runs = 0;
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    const { item, dueAtMs } = next;
    if (chance(0.0005)) world.stepClock();
    if ('endpoint' in item) {
      world.passTo(dueAtMs);
      world.toggle(item.endpoint, item.on);
      continue;
    }
    const document = index.get(item.delivery);
    if (document === undefined || document.dueAtMs !== dueAtMs) continue;
    runs += 1;
    if (runs > deliveries * MAX_RUNS) break;
    await world.take(item.delivery, document);
  }
  for (let n = 0; n < deliveries; n++) {
    const history = log.stream(`webhookdelivery-d${n}`);
    const last = history.at(-1)?.type;
    if (last === 'WebhookDelivered') counts.delivered += 1;
    if (last === 'WebhookDeliveryDied') counts.dead += 1;
    for (const { data } of history) {
      const { attempt, reason } = data as { attempt?: number; reason?: string };
      if (attempt !== undefined) counts.attempts += 1;
      if (reason === 'endpoint_disabled') counts.withheld += 1;
    }
    const found = breachesOf(history, world.postsOf(`d${n}`), world.steppedOver);
    breaches.push(...found.map((breach) => `d${n}: ${breach}`));
  }
  return { breaches, counts };
}

function worldOf(seed: number) {
  const random = seededRandom(seed);
  const chance = (share: number) => random() < share;
  const log = simulatedLog();
  const projection = webhookWork(1);
  const counts = { attempts: 0, posts: 0, delivered: 0, dead: 0, kills: 0, steps: 0, withheld: 0, twice: 0 };
  const breaches: string[] = [];
  const posts = new Map<string, SeenPost[]>();
  const skipped: [fromMs: number, toMs: number][] = [];
  const queue = dueQueue<
    { readonly delivery: string } | { readonly endpoint: string; readonly on: boolean }
  >();
  const index = new Map<string, WebhookWorkDocument>();
  let nowMs = START_MS;
  let takenAtMs = START_MS;
  let dying: 'before' | 'after' | null = null;

  const openProcess = () =>
    workerOn(log, {
      crash: (when) => {
        if (dying === when) throw new Killed();
      },
      nowMs: () => nowMs,
      post: async (deliveryId) => {
        const outcome = answerOf(random, deliveryId);
        const status = outcome.outcome === 'answered' ? outcome.status : null;
        posts.set(deliveryId, [...postsOf(deliveryId), { atMs: takenAtMs, status, unrecorded: true }]);
        counts.posts += 1;
        nowMs += Math.floor(random() * 10_000);
        return outcome;
      },
    });
  let worker = openProcess();
  const stream = (deliveryId: string) => log.stream(`webhookdelivery-${deliveryId}`);
  const postsOf = (deliveryId: string) => posts.get(deliveryId) ?? [];
  const randomAtMs = () => START_MS + Math.floor(random() * DAYS * 24 * HOUR_MS);

  /** Folds what the log has of a delivery behind a revision, as the projector does. */
  const fold = (deliveryId: string, fromRevision: number) => {
    let document = index.get(deliveryId) ?? null;
    for (const event of stream(deliveryId).slice(fromRevision))
      document = projection.fold(document, event as RecordedWebhookDeliveryEvent);
    if (document === null) return void index.delete(deliveryId);
    index.set(deliveryId, document);
    queue.add(document.dueAtMs, { delivery: deliveryId });
  };

  /** One run, as the loop would call it; the clock goes on from where it was, since runs lie beside each other. */
  const run = async (deliveryId: string, document: WebhookWorkDocument) => {
    const beganAtMs = nowMs;
    takenAtMs = nowMs;
    await worker.run(deliveryId, document, new AbortController().signal, freePermit).catch((error) => {
      if (!(error instanceof Killed)) throw error;
    });
    nowMs = beganAtMs;
  };

  /** A run that must post nothing. */
  const idleRun = async (deliveryId: string, document: WebhookWorkDocument, what: string) => {
    const before = postsOf(deliveryId).length;
    await run(deliveryId, document);
    if (postsOf(deliveryId).length !== before) breaches.push(`${deliveryId}: ${what} posted`);
  };

  /** Which of the posts of a run the recorded outcome is of: it goes behind those that left none. */
  const noteRecorded = (deliveryId: string, from: number, revision: number) => {
    const event = stream(deliveryId)[revision];
    if (event === undefined) return;
    const { status } = event.data as { status?: number | null };
    const before = postsOf(deliveryId).slice(0, from);
    const own = postsOf(deliveryId).slice(from);
    const at = own.findIndex((seen) => seen.status === status);
    const [recorded] = at < 0 ? [] : own.splice(at, 1);
    posts.set(deliveryId, [...before, ...own, ...(recorded ? [{ ...recorded, unrecorded: false }] : [])]);
  };

  return {
    ...{ log, counts, breaches, queue, index, chance, postsOf },
    // What was due at the very moment of the step may not have begun.
    steppedOver: (atMs: number) => skipped.some(([from, to]) => atMs >= from && atMs <= to),
    passTo: (atMs: number) => {
      nowMs = Math.max(nowMs, atMs);
    },
    /** Forward or backward, by two hours at most; what was due in between is late. */
    stepClock() {
      const byMs = Math.floor((random() - 0.5) * 4 * HOUR_MS);
      if (byMs > 0) skipped.push([nowMs, nowMs + byMs]);
      nowMs += byMs;
      counts.steps += 1;
    },
    toggle(endpointId: string, on: boolean) {
      const data = { endpointId, status: on ? 'ACTIVE' : 'DISABLED' };
      log.append('webhooks-w', 'WebhookEndpointChanged', data, nowMs);
    },
    addEndpoint(endpointId: string) {
      const data = { endpointId, name: 'n', url: 'https://x.test/', events: ['*'], sealedSecret: 's' };
      log.append('webhooks-w', 'WebhookEndpointCreated', data, nowMs);
      for (let toggle = 0; toggle < TOGGLES_PER_ENDPOINT; toggle++) {
        const atMs = randomAtMs();
        queue.add(atMs, { endpoint: endpointId, on: false });
        queue.add(atMs + Math.floor(random() * 3 * HOUR_MS), { endpoint: endpointId, on: true });
      }
    },
    addDelivery(deliveryId: string, endpointId: string) {
      const data = { endpointId, eventId: deliveryId, kind: 'k', body: '{}', subjectId: 's' };
      log.append(`webhookdelivery-${deliveryId}`, 'WebhookDeliveryScheduled', data, randomAtMs());
      fold(deliveryId, 0);
    },
    /** What is due is run, with all that may happen to it. */
    async take(deliveryId: string, document: WebhookWorkDocument) {
      const revision = stream(deliveryId).length;
      if (nowMs < document.dueAtMs && revision > 1 && chance(0.05))
        await idleRun(deliveryId, document, 'a run that came too early');
      nowMs = Math.max(nowMs, document.dueAtMs);
      const before = postsOf(deliveryId).length;
      dying = chance(0.002) ? (chance(0.5) ? 'before' : 'after') : null;
      const isTwice = dying === null && chance(0.01);
      await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => run(deliveryId, document)));
      if (isTwice) counts.twice += 1;
      if (dying !== null) {
        // Everything in memory is gone with the process: the folds that it kept, and what it held.
        counts.kills += 1;
        worker = openProcess();
        dying = null;
      }
      noteRecorded(deliveryId, before, revision);
      // The index lags behind the log: the item is taken once more.
      if (stream(deliveryId).length > revision && chance(0.05))
        await idleRun(deliveryId, document, 'a stale index');
      fold(deliveryId, revision);
    },
  };
}
