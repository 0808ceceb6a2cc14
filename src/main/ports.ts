import { checkedEventStore } from '../adapters/checked/eventStore.ts';
import {
  openEmbeddedCoordination,
  openEmbeddedLog,
  openEmbeddedReadSide,
} from '../adapters/embedded/open.ts';
import { openMasterKey } from '../adapters/node/masterKey.ts';
import { pinoLog } from '../adapters/node/pinoLog.ts';
import { promMetrics } from '../adapters/node/promMetrics.ts';
import { randomIds } from '../adapters/node/randomIds.ts';
import { sealedSecrets } from '../adapters/node/sealedSecrets.ts';
import { systemClock } from '../adapters/node/systemClock.ts';
import type { Settings } from '../config.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Documents } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Ids } from '../ports/ids.ts';
import type { Leases } from '../ports/lease.ts';
import type { Log } from '../ports/log.ts';
import type { LogGrowth } from '../ports/logGrowth.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Pace } from '../ports/pace.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Signals } from '../ports/signals.ts';

/** Everything the core needs from outside, whichever adapter stands behind it. */
export interface Ports {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly blobs: Blobs;
  readonly leases: Leases;
  readonly pace: Pace;
  readonly signals: Signals;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Over an embedded log: what the processes that share it tell each other. */
  readonly growth: LogGrowth | null;
  /** What is wrong with the files of an embedded log, as far as its start has looked; null: nothing. */
  readonly logDamage: string | null;
  close(): Promise<void>;
}

/**
 * Opens the adapters that the settings name: engines where an address is set, the embedded ones elsewhere.
 * `actor`: whether this process is a service (it logs) or a command beside one (it keeps silent but for faults).
 */
export async function openPorts(
  settings: Settings,
  logLevel = settings.POSTLEDGER_LOG_LEVEL,
): Promise<Ports> {
  const clock = systemClock;
  const ids = randomIds;
  const log = pinoLog(logLevel);
  const metrics = promMetrics();
  const opened: { close(): Promise<void> }[] = [];
  const keep = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    opened.push(part);
    return part;
  };
  const close = async () => {
    for (const part of opened.reverse()) await part.close();
  };
  try {
    const masterKey = await openMasterKey(settings.POSTLEDGER_MASTER_KEY, settings.POSTLEDGER_DATA, ids);
    const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL } = settings;
    const data = settings.POSTLEDGER_DATA;
    // Drivers are loaded only where they are used: an embedded start does not wait for them.
    const store = keep(
      EVENTSTORE_URL === undefined
        ? await openEmbeddedLog(data, { log })
        : (await import('../adapters/eventstoredb/open.ts')).openEventStoreDb(EVENTSTORE_URL, {
            clock,
            log,
            metrics,
          }),
    );
    const readSide = keep(
      MONGODB_URL === undefined
        ? await openEmbeddedReadSide(data, { clock, log, logEnd: () => store.end() })
        : (await import('../adapters/mongodb/open.ts')).openMongo(MONGODB_URL, { clock, log }),
    );
    const between = keep(
      REDIS_URL === undefined
        ? await openEmbeddedCoordination(data, { clock, log })
        : (await import('../adapters/redis/open.ts')).openRedis(REDIS_URL, { clock, log, ids }),
    );
    return {
      store: checkedEventStore(store),
      documents: readSide.documents,
      blobs: readSide.blobs,
      leases: between.leases,
      pace: between.pace,
      signals: between.signals,
      secrets: sealedSecrets(masterKey, ids),
      clock,
      ids,
      log,
      metrics,
      growth: 'growth' in store ? store.growth : null,
      logDamage: 'damage' in store ? store.damage : null,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
