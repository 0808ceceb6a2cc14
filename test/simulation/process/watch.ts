import type { Clock } from '../../../src/ports/clock.ts';
import type { Metrics } from '../../../src/ports/metrics.ts';
import type { Journal } from '../journal.ts';
import type { Life } from '../time/life.ts';

/** The end of a run, in which nothing happens: what processes do then is written down in more detail. */
export interface Watch {
  /** When it began, in simulated milliseconds; null: not yet. */
  fromMs: number | null;
}

/** A clock that writes down which timers fire while the world is watched, and where in the code they were set. */
export function watchedClock(clock: Clock, life: Life, journal: Journal, watch: Watch): Clock {
  return {
    ...clock,
    sleep(ms, signal) {
      const slept = clock.sleep(ms, signal);
      if (watch.fromMs === null) return slept;
      const site = siteOf();
      return slept.then(() => {
        if (signal?.aborted !== true) journal.note('timers', { process: life.process, site, ms });
      });
    },
  };
}

/** What wakes waiters for others: who waits is further up. */
const FOR_OTHERS = /src\/(queues\/notify|queues\/linkedSignal)\./;

/** The file of src in which a timer was set. */
function siteOf(): string {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getFileName() ?? '');
  const files = new Error().stack as unknown as readonly string[];
  Error.prepareStackTrace = before;
  const file = files.find((one) => one.includes('/src/') && !FOR_OTHERS.test(one)) ?? 'unknown';
  return file.replace(/^.*\/src\//, '').replace(/\.[jt]s$/, '');
}

/** Gauges of what a process has taken and has to give back. */
const TAKEN = /_in_flight$|_body_bytes$/;

/** Metrics that write down how much a process has in hand, whenever that changes. */
export function watchedMetrics(life: Life, journal: Journal): Metrics {
  const known = new Map<string, number>();
  return {
    count() {},
    timing() {},
    gauge(metric, value, labels = {}) {
      if (!TAKEN.test(metric) || !life.isAlive()) return;
      const name = `${metric} ${Object.values(labels).join(' ')}`.trim();
      if ((known.get(name) ?? 0) === value) return;
      known.set(name, value);
      journal.note('gauges', { process: life.process, life: life.number, name, value });
    },
    snapshot: async () => [],
    gauges: async () => [],
    exposition: async () => '',
  };
}
