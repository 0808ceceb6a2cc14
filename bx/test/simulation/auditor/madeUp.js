// test/simulation/auditor/madeUp.ts
import { positionAt } from "../../../src/adapters/position.js";
import { chanceOf } from "../chance.js";
import { openStores } from "../stores/stores.js";
import { agenda } from "../time/agenda.js";
var BEGUN_MS = Date.parse("2026-03-01T06:00:00.000Z");
var WORKSPACE = "55c84533-fa8a-5f2a-883a-25519006fd2d";
var dateAt = (atMs) => new Date(BEGUN_MS + atMs).toISOString();
var PLAN = {
  ...{ seed: 1, startsAtMs: BEGUN_MS, lastsMs: 36e5, calmMs: 0, over: "engines", partitions: 4 },
  processes: [{ name: "process 1", roles: "all" }],
  ...{ clients: [], mailDomains: [], route: "relay", receivers: [], smsNetworks: [], plannedEvents: [] }
};
var idOf = (place) => `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
function evidenceOf({ events = [], lines = {}, plan = {}, endMs, watchedFromMs }) {
  const whole = { ...PLAN, ...plan };
  const streams = /* @__PURE__ */ new Map();
  const recorded = events.map(({ atMs, stream, type, data, actor = "sender", causation }, at) => {
    const own = streams.get(stream) ?? [];
    const event = {
      ...{ id: idOf(at + 1), stream, type, data, revision: own.length },
      position: positionAt(at + 1),
      metadata: {
        ...{ v: 1, workspace: WORKSPACE, actor, correlation: "", causation: causation ?? null },
        at: dateAt(atMs)
      }
    };
    streams.set(stream, [...own, event]);
    return event;
  });
  const booked = (name) => (lines[name] ?? []).map((line) => ({ ...line, dateMs: BEGUN_MS + line.atMs }));
  const journals = {
    // Books that only some worlds have.
    ...lines,
    ...{ clients: booked("clients"), mail: booked("mail"), posts: booked("posts"), logs: booked("logs") },
    ...{
      processes: booked("processes"),
      rebuilds: booked("rebuilds"),
      troubles: booked("troubles"),
      doings: booked("doings")
    },
    ...{
      lookups: booked("lookups"),
      texts: booked("texts"),
      receipts: booked("receipts"),
      inbound: booked("inbound")
    },
    ...{ writes: booked("writes"), reports: booked("reports"), reactions: booked("reactions") },
    ...{ timers: booked("timers"), gauges: booked("gauges"), readiness: booked("readiness") }
  };
  const lastMs = endMs ?? whole.lastsMs;
  return {
    ...{
      plan: whole,
      journals,
      events: recorded,
      clocksMs: [0],
      watchedFromMs: watchedFromMs ?? null,
      leftOutMs: () => 0
    },
    appendedBy: ({ position }) => events[Number(position) - 1]?.by ?? "process 1",
    appendedAtMs: ({ position }) => events[Number(position) - 1]?.atMs ?? 0,
    stream: (name) => streams.get(name) ?? [],
    stores: emptyStores(whole),
    workspaceOf: () => WORKSPACE,
    ...{ endMs: lastMs, endDateMs: BEGUN_MS + lastMs }
  };
}
async function saidOf(rule, madeUp) {
  const breaches = await rule.check(evidenceOf(madeUp));
  return breaches.map(({ what }) => what);
}
function emptyStores(plan) {
  const time = agenda(() => {
  });
  return openStores({
    ...{ plan, agenda: time },
    wall: { nowMs: () => BEGUN_MS, outsideMs: () => BEGUN_MS, offsetsMs: () => [0], step() {
    } },
    chance: (name) => chanceOf(plan.seed, name),
    journal: { books: {}, note: (_, line) => line },
    deaths: { await() {
    }, happened() {
    }, clear() {
    } }
  });
}
export {
  WORKSPACE,
  dateAt,
  evidenceOf,
  idOf,
  saidOf
};
//# sourceMappingURL=madeUp.js.map
