import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';

export interface HeartbeatDependencies {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

/** Time since it was last heard of, which is what its regular messages are for. */
const BACKGROUND_SILENT = 'postledger_background_silent_seconds';
const LOOK_EVERY_MS = 2_000;
/** From here on it counts as not running. */
const MISSED_MS = 10_000;
/** From here on it hangs: it is ended, and another one started. */
const HUNG_MS = 60_000;

/**
 * Watches for the messages of a process, and kills it when none comes for a minute. What is counted is this process's own
 * seconds: after a pause of its own it has missed nothing.
 */
export function watchHeartbeat(
  watched: { isRunning(): boolean; kill(): void },
  { clock, log, metrics }: HeartbeatDependencies,
  signal: AbortSignal,
) {
  let silentMs = 0;
  const watch = async () => {
    for (;;) {
      await clock.sleep(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      silentMs += LOOK_EVERY_MS;
      metrics.gauge(BACKGROUND_SILENT, silentMs / 1_000);
      if (!watched.isRunning()) continue;
      if (silentMs === MISSED_MS)
        log.error({ silentMs }, 'the background process is not heard of: it hangs or is paused');
      if (silentMs < HUNG_MS) continue;
      log.error({ silentMs }, 'the background process hangs, it is ended and started again');
      watched.kill();
    }
  };
  void watch();
  return {
    heard() {
      if (silentMs >= MISSED_MS && watched.isRunning())
        log.warn({ silentMs }, 'the background process answers again');
      silentMs = 0;
    },
    isMissed: () => silentMs >= MISSED_MS,
  };
}
