// test/dispatcher/simulation/dispatchSimulation.ts
import {
  webhookDeliveryIdOf
} from "../../../src/events/webhookDelivery.js";
import { lanesWritten } from "../../../src/runtime/writtenLanes.js";
import { seededRandom } from "../../support/seededRandom.js";
import { breachesOf } from "./deliveryRules.js";
import { dispatchProcess, PARTITIONS } from "./dispatchProcess.js";
import { eventfulClock } from "./eventfulClock.js";
import { simulatedEndpoints, switchings } from "./simulatedEndpoints.js";
import { simulatedIndex } from "./simulatedIndex.js";
import { simulatedLog } from "./simulatedLog.js";
import { START_MS, setForthMs } from "./simulatedTime.js";
import { countEnds } from "./simulation.js";
var HOUR_MS = 36e5;
var ENDPOINTS = 12;
var DAYS_AFTER = 7;
var KILLS_A_DAY = 20;
var STEPS_A_DAY = 4;
var LONG_OFF = { fromMs: 30 * HOUR_MS, toMs: 110 * HOUR_MS };
var LONG_DAYS = 3;
var LAG_MS = 300;
var TOLERANCE_MS = 2500;
var AGAIN = 5;
async function simulateDispatch(seed, { events, days }) {
  const random = seededRandom(seed);
  const clock = eventfulClock(START_MS);
  const log = simulatedLog();
  const endpoints = simulatedEndpoints(log);
  const index = simulatedIndex(PARTITIONS);
  const breaches = [];
  const counts = { attempts: 0, delivered: 0, dead: 0, disabled: 0, posts: 0, kills: 0, steps: 0, unseen: 0 };
  const posts = /* @__PURE__ */ new Map();
  const endpointOf = /* @__PURE__ */ new Map();
  const happened = [];
  const skipped = [];
  let folded = log.head();
  let isFolding = false;
  const foldSoon = () => {
    if (isFolding) return;
    isFolding = true;
    clock.at(clock.monotonicMs() + random() * LAG_MS, () => {
      isFolding = false;
      const head = log.head();
      for (const event of log.since(folded)) {
        if (event.stream.startsWith("webhookdelivery-")) {
          const written = lanesWritten(index.fold(event));
          if (random() < 0.9) process.hints.wrote(written);
        }
        if (process.news.types.includes(event.type)) void process.news.react(event);
      }
      folded = head;
    });
  };
  const begin = () => dispatchProcess({
    ...{ random, clock, log, index, endpoints, breaches, indexPosition: () => folded },
    onPost(deliveryId, post) {
      counts.posts += 1;
      posts.set(deliveryId, [...posts.get(deliveryId) ?? [], post]);
    },
    onAppended: foldSoon
  });
  for (let n = 0; n < ENDPOINTS; n++) endpoints.add(`e${n}`, clock.now());
  let process = begin();
  const fanOut = (event) => {
    process.fanOut.react(event).catch(() => clock.at(clock.monotonicMs() + 1, () => fanOut(event)));
  };
  const happen = (n) => {
    const data = { deliveryId: "d", recipient: "a@b.co", sandbox: false };
    log.append(`email-${n}`, "Delivered", data, clock.nowMs());
    const [event] = log.stream(`email-${n}`);
    if (event === void 0) return;
    happened.push(event);
    for (let e = 0; e < ENDPOINTS; e++)
      if (!endpoints.isOff(`e${e}`)) endpointOf.set(webhookDeliveryIdOf(event.id, `e${e}`), `e${e}`);
    fanOut(event);
  };
  const kill = () => {
    const when = ["now", "before", "after"][Math.floor(random() * 3)] ?? "now";
    process.kill(when, () => {
      counts.kills += 1;
      clock.at(clock.monotonicMs(), () => {
        process = begin();
        for (const event of happened.slice(-AGAIN)) fanOut(event);
      });
    });
  };
  const step = () => {
    const byMs = Math.floor((random() - 0.5) * 4 * HOUR_MS);
    if (byMs > 0) skipped.push([clock.nowMs(), clock.nowMs() + byMs]);
    clock.step(byMs);
    endpoints.stepped(clock.now());
    process.stepped();
    counts.steps += 1;
  };
  const toggle = (endpointId, on) => {
    if (!endpoints.switchTo(endpointId, on, clock.now())) return;
    const [event] = log.stream("webhooks-w").slice(-1);
    if (event !== void 0) void process.news.react(event);
    const own = [...endpointOf].filter(([, endpoint]) => endpoint === endpointId).map(([id]) => id);
    if (on) process.switchedOn(own);
  };
  const someMs = () => random() * days * 24 * HOUR_MS;
  for (let n = 0; n < events; n++) {
    const atMs = someMs();
    for (let at = n; at < events && (at === n || random() < 0.7); at++, n = at - 1)
      clock.at(atMs, () => happen(at));
  }
  for (let n = 0; n < KILLS_A_DAY * days; n++) clock.at(someMs(), kill);
  for (let n = 0; n < STEPS_A_DAY * days; n++) clock.at(someMs(), step);
  const isLong = days >= LONG_DAYS;
  if (isLong) {
    clock.at(LONG_OFF.fromMs, () => toggle("e0", false));
    clock.at(LONG_OFF.toMs, () => toggle("e0", true));
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
      offSinceMs: (event) => endpoints.offSinceMs(endpointId, event)
    });
    counts.unseen += (posts.get(deliveryId) ?? []).filter(({ unrecorded }) => unrecorded).length;
    breaches.push(...found.map((breach) => `${deliveryId} to ${endpointId}: ${breach}`));
  }
  for (const deliveryId of posts.keys())
    if (!endpointOf.has(deliveryId)) breaches.push(`${deliveryId}: scheduled while its endpoint was off`);
  return { breaches, counts: { deliveries: endpointOf.size, ...counts } };
}
export {
  simulateDispatch
};
//# sourceMappingURL=dispatchSimulation.js.map
