import type { Settings } from '../../config.ts';
import { openEngineLog } from '../../main/engineLog.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { silentLog } from '../silentLog.ts';

/**
 * The log that the settings name, without what the service wraps around it: events are copied as they were written. A ledger that is
 * made is for auditing with `makesForAuditing`.
 */
export async function openLog(
  { EVENTSTORE_URL, MONGODB_URL, POSTLEDGER_DATA: data }: Settings,
  { clock, makesForAuditing = false }: { readonly clock: Clock; readonly makesForAuditing?: boolean },
): Promise<EventStore & { readonly isForAuditing: boolean }> {
  if (EVENTSTORE_URL !== undefined) {
    const options = { clock, log: silentLog };
    const mongo =
      MONGODB_URL === undefined
        ? null
        : (await import('../../adapters/mongodb/open.ts')).openMongo(MONGODB_URL, options);
    const { store } = await openEngineLog(EVENTSTORE_URL, { ...options, data, mongo });
    const close = async () => {
      await store.close();
      await mongo?.close();
    };
    return { ...store, close, isForAuditing: false };
  }
  const { openEmbeddedLog } = await import('../../adapters/embedded/open.ts');
  return openEmbeddedLog(data, { log: silentLog, makesForAuditing });
}
