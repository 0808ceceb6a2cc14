// test/simulation/planning/troubles.ts
var HOUR_MS = 36e5;
var MINUTE_MS = 6e4;
var EVERY_HOURS = { kill: 3, loop: 12, pause: 2, step: 6, store: 1, outside: 2, power: 8 };
function troubles(chance, troubling) {
  const { lastsMs, processes, over, receivers } = troubling;
  const moments = (everyHours) => {
    const count = lastsMs / HOUR_MS / everyHours;
    const whole = Math.floor(count) + (chance.is(count % 1) ? 1 : 0);
    return Array.from({ length: whole }, () => chance.between(0.02, 0.95) * lastsMs);
  };
  const [first, ...others] = processes.map(({ name }) => name);
  const process = () => first === void 0 ? "process 1" : chance.of([first, ...others]);
  return [
    ...moments(EVERY_HOURS.kill).map((atMs) => kill(chance, process(), atMs)),
    ...moments(EVERY_HOURS.loop).flatMap((atMs) => crashLoop(chance, process(), atMs)),
    ...moments(EVERY_HOURS.pause).map(
      (atMs) => ({
        ...{ of: "process", do: "pause", atMs, process: process() },
        lastsMs: chance.of([1e3, 1e4, 9e4, 15 * MINUTE_MS])
      })
    ),
    ...moments(EVERY_HOURS.step).map(
      (atMs) => ({
        ...{ of: "clock", do: "step", atMs, process: null },
        byMs: chance.of([-HOUR_MS, -MINUTE_MS, -2e3, 2e3, MINUTE_MS, HOUR_MS])
      })
    ),
    ...moments(EVERY_HOURS.store).map(
      (atMs) => storeTrouble(chance, chance.is(0.5) ? process() : null, atMs)
    ),
    ...moments(EVERY_HOURS.outside).map((atMs) => {
      const what = chance.of(["relay away", "receiver away", "names away"]);
      const host = receivers[chance.whole(0, receivers.length - 1)]?.host ?? null;
      return {
        ...{ of: "outside", do: what, atMs, who: what === "relay away" ? null : host },
        lastsMs: chance.whole(1e4, 40 * MINUTE_MS)
      };
    }),
    ...(over === "embedded" ? moments(EVERY_HOURS.power) : []).map(
      (atMs) => ({
        ...{ of: "power", do: "cut", atMs, againAfterMs: chance.whole(1e3, 6e4) },
        documentsLoseMs: chance.whole(0, 2e4)
      })
    )
  ];
}
function kill(chance, process, atMs) {
  return {
    ...{ of: "process", do: "kill", atMs, process },
    upon: chance.of(["now", "now", "append", "mail", "post"]),
    againAfterMs: chance.whole(500, 3 * MINUTE_MS)
  };
}
function crashLoop(chance, process, atMs) {
  let dyingAtMs = atMs;
  return Array.from({ length: chance.whole(3, 12) }, () => {
    dyingAtMs += chance.whole(1e3, 12e3);
    return {
      ...{ of: "process", do: "kill", atMs: dyingAtMs, process },
      ...{ upon: chance.of(["now", "append", "mail", "post"]), againAfterMs: 500 }
    };
  });
}
function storeTrouble(chance, process, atMs) {
  const [store, what] = chance.of([
    ["log", "slow"],
    ["log", "unavailable"],
    ["log", "answers lost"],
    ["log", "disk full"],
    ["log", "readers lag"],
    ["log", "subscriptions dropped"],
    ["documents", "slow"],
    ["documents", "unavailable"],
    ["documents", "answers lost"],
    ["documents", "disk full"],
    ["blobs", "unavailable"],
    ["coordination", "slow"],
    ["coordination", "unavailable"],
    ["coordination", "leases lost"],
    ["coordination", "hints lost"]
  ]);
  return {
    ...{ of: "store", do: what, store, process, atMs },
    lastsMs: chance.whole(500, chance.is(0.2) ? 10 * MINUTE_MS : 3e4),
    share: chance.of([0.02, 0.2, 1])
  };
}
export {
  troubles
};
//# sourceMappingURL=troubles.js.map
