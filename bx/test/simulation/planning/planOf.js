// test/simulation/planning/planOf.ts
import { KINDS } from "../../../src/dispatcher/kinds.js";
import { chanceOf } from "../chance.js";
import {
  ingredientOf
} from "../plan.js";
import { withAnswers } from "./answers.js";
import { names } from "./names.js";
import { operating } from "./operating.js";
import { rebuilds } from "./rebuilds.js";
import { sends } from "./sends.js";
import { SMS_NETWORKS, texting } from "./texting.js";
import { troubles } from "./troubles.js";
var HOUR_MS = 36e5;
var STARTS_AT_MS = Date.parse("2026-03-01T06:00:00.000Z");
var CALM_MS = 30 * 6e4;
var SHARE_OF_TEXTS = 0.23;
var MOST_KINDS = 4;
var MAIL_BEHAVIOURS = [
  "takes",
  "slow",
  "defers",
  "greylists",
  "refuses",
  "is full",
  "hangs",
  "closes after the dot"
];
var RECEIVER_BEHAVIOURS = [
  "fast",
  "fast",
  "fast",
  "250 ms",
  "1.9 s",
  "hangs",
  "500",
  "410",
  "refuses",
  "flaps"
];
function planOf(seed, { hours, processes, messages, endpoints, without }) {
  const chance = chanceOf(seed, "plan");
  const over = processes === 1 || processes === null && chance.is(0.3) ? "embedded" : "engines";
  const count = over === "embedded" ? 1 : processes ?? chance.whole(2, 4);
  const lastsMs = hours * HOUR_MS;
  const texts = SHARE_OF_TEXTS * messages * hours / 24;
  const people = populate(chance, endpoints, without.includes("client: a small day") ? LARGE_DAY : SMALL_DAY);
  const processPlans = Array.from({ length: count }, (_, at) => processPlan(chance, at));
  const { route, changes } = names(chanceOf(seed, "plan of names"), { ...people, lastsMs });
  const plannedEvents = [
    ...changes,
    ...withAnswers(
      chanceOf(seed, "plan of answers"),
      sends(chanceOf(seed, "plan of sends"), {
        ...{ ...people, lastsMs, messages: messages * hours / 24 - texts }
      }),
      lastsMs
    ),
    ...operating(chanceOf(seed, "plan of operating"), { ...people, lastsMs }),
    ...troubles(chanceOf(seed, "plan of troubles"), { ...people, lastsMs, processes: processPlans, over }),
    ...rebuilds(chanceOf(seed, "plan of rebuilds"), lastsMs),
    ...texting(chanceOf(seed, "plan of texts"), {
      ...{ ...people, lastsMs, messages: texts },
      processes: processPlans.map(({ name }) => name)
    })
  ];
  return {
    ...{
      seed,
      startsAtMs: STARTS_AT_MS,
      lastsMs,
      calmMs: CALM_MS,
      over,
      ...people,
      smsNetworks: SMS_NETWORKS,
      route
    },
    partitions: over === "embedded" ? 1 : 4,
    processes: processPlans,
    plannedEvents: inOrder(plannedEvents.filter((one) => !without.includes(ingredientOf(one))))
  };
}
var inOrder = (plannedEvents) => [...plannedEvents].sort((one, other) => one.atMs - other.atMs);
function processPlan(chance, at) {
  const name = `process ${at + 1}`;
  if (at === 0) return { name, roles: "all" };
  return chance.of([
    { name, roles: "all" },
    { name, roles: ["api"] },
    { name, roles: ["api", "projector"] },
    { name, roles: ["sender", "dispatcher"] }
  ]);
}
function someKinds(chance) {
  const kind = () => KINDS[chance.whole(0, KINDS.length - 1)] ?? "*";
  return [...new Set(Array.from({ length: chance.whole(1, MOST_KINDS) }, kind))];
}
var SMALL_DAY = 50;
var LARGE_DAY = 1e4;
function populate(chance, endpoints, smallDay) {
  const receivers = Array.from({ length: endpoints }, (_, at) => ({
    host: `hooks${at + 1}.test`,
    behaviour: chance.of(RECEIVER_BEHAVIOURS)
  }));
  const clients = Array.from({ length: Math.ceil(endpoints / 2) }, (_, at) => ({
    name: `client ${at + 1}`,
    endpoints: receivers.slice(2 * at, 2 * at + 2).map(({ host }, place) => ({
      url: `https://${host}/${at + 1}`,
      events: chance.is(place === 0 ? 0.6 : 0.2) ? ["*"] : someKinds(chance)
    })),
    perSecond: chance.whole(2, 20),
    perDay: chance.is(0.2) ? smallDay : LARGE_DAY,
    number: `+4610${at + 1}000`
  }));
  const mailDomains = MAIL_BEHAVIOURS.map((behaviour, at) => ({ domain: `mail${at + 1}.test`, behaviour }));
  return { clients, mailDomains, receivers };
}
export {
  inOrder,
  planOf
};
//# sourceMappingURL=planOf.js.map
