// test/simulation/process/watch.ts
function watchedClock(clock, life, journal, watch) {
  return {
    ...clock,
    sleep(ms, signal) {
      const slept = clock.sleep(ms, signal);
      if (watch.fromMs === null) return slept;
      const site = siteOf();
      return slept.then(() => {
        if (signal?.aborted !== true) journal.note("timers", { process: life.process, site, ms });
      });
    }
  };
}
var FOR_OTHERS = /src\/(runtime\/follow\/notify|runtime\/linkedSignal)\./;
function siteOf() {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getFileName() ?? "");
  const files = new Error().stack;
  Error.prepareStackTrace = before;
  const file = files.find((one) => one.includes("/src/") && !FOR_OTHERS.test(one)) ?? "unknown";
  return file.replace(/^.*\/src\//, "").replace(/\.[jt]s$/, "");
}
var TAKEN = /_in_flight$|_body_bytes$/;
function watchedMetrics(life, journal) {
  const known = /* @__PURE__ */ new Map();
  return {
    count() {
    },
    timing() {
    },
    gauge(metric, value, labels = {}) {
      if (!TAKEN.test(metric) || !life.isAlive()) return;
      const name = `${metric} ${Object.values(labels).join(" ")}`.trim();
      if ((known.get(name) ?? 0) === value) return;
      known.set(name, value);
      journal.note("gauges", { process: life.process, life: life.number, name, value });
    },
    snapshot: async () => [],
    gauges: async () => [],
    exposition: async () => ""
  };
}
export {
  watchedClock,
  watchedMetrics
};
//# sourceMappingURL=watch.js.map
