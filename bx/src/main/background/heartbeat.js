// src/main/background/heartbeat.ts
var BACKGROUND_SILENT = "postledger_background_silent_seconds";
var LOOK_EVERY_MS = 2e3;
var MISSED_MS = 1e4;
var HUNG_MS = 6e4;
function watchHeartbeat(watched, { clock, log, metrics }, signal) {
  let silentMs = 0;
  const watch = async () => {
    for (; ; ) {
      await clock.sleep(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      silentMs += LOOK_EVERY_MS;
      metrics.gauge(BACKGROUND_SILENT, silentMs / 1e3);
      if (!watched.isRunning()) continue;
      if (silentMs === MISSED_MS)
        log.error({ silentMs }, "the background process is not heard of: it hangs or is paused");
      if (silentMs < HUNG_MS) continue;
      log.error({ silentMs }, "the background process hangs, it is ended and started again");
      watched.kill();
    }
  };
  void watch();
  return {
    heard() {
      if (silentMs >= MISSED_MS && watched.isRunning())
        log.warn({ silentMs }, "the background process answers again");
      silentMs = 0;
    },
    isMissed: () => silentMs >= MISSED_MS
  };
}
export {
  watchHeartbeat
};
//# sourceMappingURL=heartbeat.js.map
