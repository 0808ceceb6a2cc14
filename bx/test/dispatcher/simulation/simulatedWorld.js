// test/dispatcher/simulation/simulatedWorld.ts
import { evolveDelivery } from "../../../src/commands/webhook/webhookDeliveryState.js";
import { webhookWork } from "../../../src/projections/webhookWork.js";
import { seededRandom } from "../../support/seededRandom.js";
import { dueQueue } from "./dueQueue.js";
import { answerOf, attemptsOn, Killed, reasonOf } from "./process.js";
import { simulatedEndpoints, switchings } from "./simulatedEndpoints.js";
import { simulatedLog } from "./simulatedLog.js";
import { START_MS, simulatedTime } from "./simulatedTime.js";
var HOUR_MS = 36e5;
var ENDPOINTS = 20;
var DAYS = 10;
function simulatedWorld(seed) {
  const random = seededRandom(seed);
  const chance = (share) => random() < share;
  const log = simulatedLog();
  const endpoints = simulatedEndpoints(log);
  const projection = webhookWork(1);
  const ends = { attempts: 0, delivered: 0, dead: 0, disabled: 0 };
  const counts = { ...ends, posts: 0, kills: 0, steps: 0, withheld: 0, twice: 0 };
  const breaches = [];
  const posts = /* @__PURE__ */ new Map();
  const time = simulatedTime(random);
  const queue = dueQueue();
  const index = /* @__PURE__ */ new Map();
  const dueNext = /* @__PURE__ */ new Map();
  const waiting = /* @__PURE__ */ new Map();
  const withheld = /* @__PURE__ */ new Set();
  let taken = time.now();
  let dying = null;
  const openProcess = () => attemptsOn(log, {
    crash: (when) => {
      if (dying === when) throw new Killed();
    },
    clock: time.clock,
    post: async (deliveryId, url) => {
      const outcome = answerOf(random, deliveryId);
      const status = outcome.outcome === "answered" ? outcome.status : null;
      const endpointId = url.slice(url.lastIndexOf("/") + 1);
      const [isOff, able] = [endpoints.isOff(endpointId), endpoints.able(endpointId)];
      counts.posts += 1;
      const at = taken;
      time.pass(Math.floor(random() * 1e4));
      const answered = { status, reason: reasonOf(outcome), endedAtMs: time.now().wallMs };
      const seen = { at, able, isOff, pausedAt: null, unrecorded: true, ...answered };
      posts.set(deliveryId, [...postsOf(deliveryId), seen]);
      return outcome;
    }
  });
  let process = openProcess();
  const stream = (deliveryId) => log.stream(`webhookdelivery-${deliveryId}`);
  const endpointOf = (deliveryId) => `e${Number(deliveryId.slice(1)) % ENDPOINTS}`;
  const postsOf = (deliveryId) => posts.get(deliveryId) ?? [];
  const enqueue = (delivery, dueAtMs) => {
    dueNext.set(delivery, dueAtMs);
    queue.add(dueAtMs, { delivery });
  };
  const fold = (deliveryId, fromRevision) => {
    let document = index.get(deliveryId) ?? null;
    for (const event of stream(deliveryId).slice(fromRevision))
      document = projection.fold(document, event, deliveryId);
    if (document === null) {
      index.delete(deliveryId);
      dueNext.delete(deliveryId);
      return;
    }
    index.set(deliveryId, document);
    enqueue(deliveryId, document.dueAtMs);
  };
  const readyOf = (deliveryId, endpointId) => {
    const [first, next] = stream(deliveryId);
    const state = first === void 0 ? null : evolveDelivery(null, first);
    const isShort = first !== void 0 && state !== null && next === void 0 && chance(0.5);
    const scheduled = isShort ? { state, last: first } : null;
    const kind = next === void 0 ? "first" : "retry";
    return { deliveryId, endpointId, workspace: "w", kind, scheduled, pausedSince: null };
  };
  const run = async (deliveryId) => {
    taken = time.now();
    const ready = readyOf(deliveryId, endpointOf(deliveryId));
    const end = await process.attempt(ready).catch((error) => {
      if (!(error instanceof Killed)) throw error;
      return null;
    });
    time.set(taken);
    return end;
  };
  const idleRun = async (deliveryId, what) => {
    const before = [postsOf(deliveryId).length, stream(deliveryId).length];
    await run(deliveryId);
    if (postsOf(deliveryId).length !== before[0]) breaches.push(`${deliveryId}: ${what} posted`);
    if (stream(deliveryId).length !== before[1]) breaches.push(`${deliveryId}: ${what} recorded something`);
  };
  const noteRecorded = (deliveryId, from, revision, isTwice) => {
    const event = stream(deliveryId)[revision];
    if (event === void 0) return;
    const { status, reason = null } = event.data;
    const before = postsOf(deliveryId).slice(0, from);
    const own = postsOf(deliveryId).slice(from);
    const at = own.findIndex((seen) => seen.status === status && seen.reason === reason);
    const [recorded] = at < 0 ? [] : own.splice(at, 1);
    const told = recorded && { ...recorded, unrecorded: false, ...isTwice && { endedAtMs: null } };
    posts.set(deliveryId, [...before, ...own, ...told ? [told] : []]);
  };
  return {
    ...{ log, counts, breaches, queue, chance, endpoints, postsOf },
    setForthMs: time.setForthMs,
    passTo: time.passTo,
    /** When a delivery that has no end is next looked at. */
    dueNextAtMs: (deliveryId) => dueNext.get(deliveryId),
    stepClock() {
      time.step();
      endpoints.stepped(time.now());
      counts.steps += 1;
    },
    toggle(endpointId, on) {
      if (!endpoints.switchTo(endpointId, on, time.now())) return;
      process.changed();
      if (!on) return;
      for (const delivery of waiting.get(endpointId) ?? [])
        enqueue(delivery, index.get(delivery)?.dueAtMs ?? time.now().wallMs);
      waiting.delete(endpointId);
    },
    addEndpoint(n) {
      endpoints.add(`e${n}`, time.now());
      for (const { atMs, on } of switchings(random, n, START_MS, DAYS))
        queue.add(atMs, { endpoint: `e${n}`, on });
    },
    addDelivery(deliveryId, endpointId) {
      const data = { endpointId, eventId: deliveryId, kind: "k", body: "{}", subjectId: "s" };
      const atMs = START_MS + Math.floor(random() * DAYS * 24 * HOUR_MS);
      log.append(`webhookdelivery-${deliveryId}`, "WebhookDeliveryScheduled", data, atMs);
      fold(deliveryId, 0);
    },
    /** What is due is run, with all that may happen to it. */
    async take(deliveryId, dueAtMs) {
      const endpointId = endpointOf(deliveryId);
      const revision = stream(deliveryId).length;
      const isOff = endpoints.isOff(endpointId);
      const isAsked = isOff ? withheld.has(deliveryId) : revision > 1 && chance(0.1);
      if (time.now().wallMs < dueAtMs && isAsked) {
        if (isOff || chance(0.5)) time.passTo(dueAtMs - 1);
        await idleRun(deliveryId, "a run that came too early");
      }
      time.passTo(dueAtMs);
      const before = postsOf(deliveryId).length;
      dying = chance(2e-3) ? chance(0.5) ? "before" : "after" : null;
      const isTwice = dying === null && chance(0.01);
      const [end] = await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => run(deliveryId)));
      if (isTwice) counts.twice += 1;
      if (dying !== null) {
        counts.kills += 1;
        process = openProcess();
        dying = null;
      } else if (postsOf(deliveryId).length > before && stream(deliveryId).length === revision)
        breaches.push(`${deliveryId}: posted, and nothing recorded`);
      noteRecorded(deliveryId, before, revision, isTwice);
      if (end?.is === "off") {
        counts.withheld += 1;
        withheld.add(deliveryId);
        if (!isOff) breaches.push(`${deliveryId}: withheld while its endpoint was on`);
        waiting.set(endpointId, (waiting.get(endpointId) ?? /* @__PURE__ */ new Set()).add(deliveryId));
        return enqueue(deliveryId, end.untilMs);
      }
      if (stream(deliveryId).length > revision && chance(0.05)) await idleRun(deliveryId, "a stale index");
      fold(deliveryId, revision);
    }
  };
}
export {
  ENDPOINTS,
  simulatedWorld
};
//# sourceMappingURL=simulatedWorld.js.map
