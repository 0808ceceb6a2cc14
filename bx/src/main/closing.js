// src/main/closing.ts
import { within } from "../ports/clock.js";
var FINISH_MS = 8e3;
var STOP_MS = 15e3;
var SERVED_MS = 5e3;
var IDLE_LOOK_MS = 100;
function closing(starting, ports) {
  const { clock, log } = ports;
  const end = async () => {
    starting.over.abort();
    const finished = new AbortController();
    const cut = clock.sleep(FINISH_MS, finished.signal).then(
      () => finished.signal.aborted ? null : Promise.all([ports.mailer.close(), ports.carrier.close()])
    );
    const served = [closed(starting.app, clock), closed(starting.console, clock)];
    const background = Promise.allSettled(served).then(() => starting.background?.stop());
    const parts = [...served, background, starting.submission?.close(), starting.roles?.stop()];
    const ends = await Promise.allSettled(parts);
    ends.push(...await Promise.allSettled([closed(starting.admin, clock)]));
    finished.abort();
    await cut;
    await ports.close();
    for (const ended of ends) if (ended.status === "rejected") throw ended.reason;
  };
  const stop = async () => {
    log.info({}, "the service stops");
    const late = new AbortController();
    const ended = end().finally(() => late.abort());
    await Promise.race([ended, clock.sleep(STOP_MS, late.signal)]);
    if (late.signal.aborted) return ended;
    log.warn({}, "the stop took too long; what is in flight is left to the next start");
    starting.background?.kill();
  };
  return { end, stop };
}
async function closed(app, clock) {
  if (app === null) return;
  let isClosed = false;
  const ended = app.close().finally(() => {
    isClosed = true;
  });
  for (let waitedMs = 0; !isClosed && waitedMs < SERVED_MS; waitedMs += IDLE_LOOK_MS) {
    app.server.closeIdleConnections();
    await within(clock, IDLE_LOOK_MS, ended);
  }
  if (!isClosed) app.server.closeAllConnections();
  await ended;
}
export {
  closing
};
//# sourceMappingURL=closing.js.map
