// test/simulation/outside/receivers.ts
var answered = (status) => ({ outcome: "answered", status, body: "" });
var REFUSED = { outcome: "failed", reason: "refused", detail: "ECONNREFUSED" };
var TIMED_OUT = { outcome: "failed", reason: "timeout", detail: "no answer" };
var ABORTED = { outcome: "failed", reason: "aborted", detail: "given up" };
var NO_NAME = { outcome: "failed", reason: "dns", detail: "ENOTFOUND" };
function receivers(parts) {
  const { plan, agenda, journal, deaths, away } = parts;
  const chance = parts.chance("receivers");
  const behaviours = new Map(plan.receivers.map(({ host, behaviour }) => [host, behaviour]));
  const doing = {
    fast: () => ({ takesMs: chance.between(5, 60), outcome: answered(200) }),
    "250 ms": () => ({ takesMs: chance.between(220, 280), outcome: answered(204) }),
    "1.9 s": () => ({ takesMs: chance.between(1800, 1950), outcome: answered(200) }),
    hangs: () => ({ takesMs: 0, outcome: null }),
    "500": () => ({ takesMs: chance.between(5, 60), outcome: answered(500) }),
    "410": () => ({ takesMs: chance.between(5, 60), outcome: answered(410) }),
    refuses: () => ({ takesMs: chance.between(1, 5), outcome: REFUSED }),
    flaps: () => ({ takesMs: chance.between(5, 900), outcome: answered(chance.is(0.3) ? 503 : 200) })
  };
  const doingOf = (host) => {
    if (away.is("names away", host)) return { takesMs: chance.between(5, 500), outcome: NO_NAME };
    if (away.is("receiver away", host)) return doing.refuses();
    return doing[behaviours.get(host) ?? "refuses"]();
  };
  return {
    portsFor(life) {
      const { process } = life;
      const poster = {
        post({ url, headers, body, timeoutMs }, signal) {
          if (!life.isAlive()) return life.never();
          const { hostname: host } = new URL(url);
          const { takesMs, outcome } = doingOf(host);
          const begunAtMs = agenda.nowMs();
          const line = journal.note("posts", {
            ...{ process, host, url, body, outcome: null, endedAtMs: null },
            eventId: headers["webhook-id"] ?? "",
            timestamp: Number(headers["webhook-timestamp"])
          });
          const isInTime = outcome !== null && takesMs < timeoutMs;
          return new Promise((resolve) => {
            const end = (ended) => {
              signal?.removeEventListener("abort", abort);
              entry.cancel();
              line.outcome = ended;
              line.endedAtMs = agenda.nowMs();
              resolve(ended);
            };
            const abort = () => end(ABORTED);
            if (isInTime)
              agenda.at(begunAtMs + takesMs * 0.9, () => {
                if (life.isAlive()) deaths.happened(process, "post");
              });
            const entry = life.at(
              begunAtMs + (isInTime ? takesMs : timeoutMs),
              () => end(isInTime ? outcome : TIMED_OUT)
            );
            if (signal?.aborted) abort();
            else signal?.addEventListener("abort", abort, { once: true });
          });
        },
        close: async () => {
        }
      };
      return { poster };
    }
  };
}
export {
  receivers
};
//# sourceMappingURL=receivers.js.map
