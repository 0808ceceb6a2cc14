// src/adapters/smpp/boundLink.ts
import { openLink } from "./link.js";
var FIRST_PAUSE_MS = 500;
var LONGEST_PAUSE_MS = 6e4;
var CHECK_AGAIN_MS = 2e3;
var STABLE_MS = 6e4;
function boundLink(address, { clock, ids, log, metrics }, onDeliver) {
  const stop = new AbortController();
  let current = null;
  const { host, port } = address;
  const untilLost = async (link) => {
    current = link;
    metrics.gauge("postledger_carrier_bound", 1);
    log.info({ host, port }, "bound to the SMS carrier");
    const boundAtMs = clock.monotonicMs();
    await aborted(link.lost, stop.signal);
    current = null;
    metrics.gauge("postledger_carrier_bound", 0);
    if (stop.signal.aborted) await link.unbind();
    else log.warn({ host, port }, "the bind to the SMS carrier broke; text messages wait");
    return clock.monotonicMs() - boundAtMs;
  };
  const run = async () => {
    let failures = 0;
    while (!stop.signal.aborted) {
      try {
        const boundMs = await untilLost(await openLink(address, clock, onDeliver, stop.signal));
        failures = boundMs > STABLE_MS ? 0 : failures + 1;
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        if (failures === 1 || pauseMs(failures) >= LONGEST_PAUSE_MS)
          log.warn({ host, port, err: error }, "the SMS carrier cannot be reached; text messages wait");
      }
      const share = 0.5 + ids.randomBytes(1).readUInt8() / 512;
      await clock.sleep(pauseMs(failures) * share, stop.signal);
    }
  };
  let running = null;
  return {
    /** Begins to bind; without this call the process never connects. */
    start() {
      if (running !== null) return;
      metrics.gauge("postledger_carrier_bound", 0);
      running = run();
    },
    /** Null while there is no bind. */
    link: () => current,
    /** Milliseconds after which to check again; 0 while there is a link. */
    closedForMs: () => current === null ? CHECK_AGAIN_MS : 0,
    async close() {
      stop.abort();
      await running;
    }
  };
}
function pauseMs(failures) {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
}
function aborted(...signals) {
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of signals) signal.removeEventListener("abort", end);
      resolve();
    };
    for (const signal of signals) {
      if (signal.aborted) return end();
      signal.addEventListener("abort", end, { once: true });
    }
  });
}
export {
  aborted,
  boundLink
};
//# sourceMappingURL=boundLink.js.map
