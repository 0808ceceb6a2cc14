import type { Settings } from '../../config.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { silentLog } from '../silentLog.ts';

/**
 * The log that the settings name, without what the service wraps around it: events are copied as they were written. A ledger that is
 * made is for auditing with `makesForAuditing`.
 */
export async function openLog(
  { EVENTSTORE_URL, POSTLEDGER_DATA }: Settings,
  { clock, makesForAuditing = false }: { readonly clock: Clock; readonly makesForAuditing?: boolean },
): Promise<EventStore & { readonly isForAuditing: boolean }> {
  if (EVENTSTORE_URL !== undefined) {
    const { openEventStoreDb } = await import('../../adapters/eventstoredb/open.ts');
    return { ...openEventStoreDb(EVENTSTORE_URL, { clock, log: silentLog }), isForAuditing: false };
  }
  const { openEmbeddedLog } = await import('../../adapters/embedded/open.ts');
  return openEmbeddedLog(POSTLEDGER_DATA, { log: silentLog, makesForAuditing });
}
