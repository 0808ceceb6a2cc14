// test/simulation/planning/texting.ts
var SECOND_MS = 1e3;
var MINUTE_MS = 6e4;
var HOUR_MS = 60 * MINUTE_MS;
var EVERY_HOURS = { away: 2, kill: 4 };
var NUMBERS = 6;
var BEHAVIOURS = [
  "takes",
  "refuses",
  "throttles",
  "hangs",
  "loses answers",
  "reports early",
  "reports late",
  "reports failure",
  "reports nothing"
];
var SMS_NETWORKS = BEHAVIOURS.map((behaviour, at) => ({
  ...{ prefix: `+4670${at + 1}`, behaviour }
}));
function texting(chance, parts) {
  const { clients, lastsMs, messages } = parts;
  const [first, ...others] = clients.map(({ name }) => name);
  if (first === void 0) return [];
  const client = () => chance.of([first, ...others]);
  const moment = () => chance.between(0.02, 0.95) * lastsMs;
  const someone = () => {
    const at = chance.is(0.5) ? 0 : chance.whole(0, SMS_NETWORKS.length - 1);
    return `${SMS_NETWORKS[at]?.prefix}${String(chance.whole(1, NUMBERS)).padStart(6, "0")}`;
  };
  const plannedEvents = [];
  for (let sent = 0; sent < messages; ) {
    const of = { of: "client", do: "text", client: client() };
    const [atMs, flood] = [moment(), chance.is(0.1) ? chance.whole(3, 12) : 1];
    for (let one = 0; one < flood; one += 1) {
      sent += 1;
      plannedEvents.push({
        ...{ ...of, key: `text-${sent}`, to: someone(), atMs: atMs + one * chance.between(0, 300) },
        segments: chance.is(0.7) ? 1 : chance.whole(2, 4),
        callsAtOnce: chance.is(0.1) ? chance.whole(2, 3) : 1
      });
    }
  }
  return [
    ...plannedEvents,
    ...inbound(chance, { ...parts, someone, client, moment }),
    ...faults(chance, parts, moment)
  ];
}
function inbound(chance, { lastsMs, messages, someone, client, moment }) {
  return Array.from({ length: Math.ceil(messages / 2) }, () => {
    const of = { of: "text", client: client(), from: someone(), hasId: chance.is(0.5) };
    const [atMs, times] = [moment(), chance.is(0.2) ? 2 : 1];
    const again = { times, everyMs: chance.of([0, 5 * SECOND_MS, 2 * MINUTE_MS]) };
    if (chance.is(0.5)) {
      const what = chance.of(["says", "in parts", "half"]);
      return [{ ...of, do: what, atMs, ...again }];
    }
    const startsAtMs = atMs + chance.of([SECOND_MS, MINUTE_MS, HOUR_MS]) * chance.between(0.1, 1);
    return [
      { ...of, do: "stop", atMs, ...again },
      { ...of, do: "start", atMs: startsAtMs, times: 1, everyMs: 0 }
    ];
  }).flat().filter(({ atMs }) => atMs < lastsMs);
}
function faults(chance, { lastsMs, processes }, moment) {
  const [first, ...others] = processes;
  if (first === void 0) return [];
  const each = (everyHours, make) => Array.from({ length: Math.ceil(lastsMs / HOUR_MS / everyHours) }, () => make(moment()));
  return [
    ...each(EVERY_HOURS.away, (atMs) => ({
      ...{ of: "outside", do: "carrier away", atMs, who: null },
      lastsMs: chance.whole(SECOND_MS, 20 * MINUTE_MS)
    })),
    ...each(EVERY_HOURS.kill, (atMs) => ({
      ...{ of: "process", do: "kill", atMs, process: chance.of([first, ...others]), upon: "text" },
      againAfterMs: chance.whole(500, MINUTE_MS)
    }))
  ];
}
export {
  SMS_NETWORKS,
  texting
};
//# sourceMappingURL=texting.js.map
