import type { Mongo } from '../adapters/mongodb/open.ts';
import type { LedgerPorts } from '../ports/ports.ts';
import { contentsFrom } from '../rebuild/contentsFrom.ts';

export interface EngineLogDependencies extends Pick<LedgerPorts, 'clock' | 'log'> {
  /** The data folder, in which the parts of events lie where there is no MongoDB. */
  readonly data: string;
  readonly mongo: Pick<Mongo, 'parts'> | null;
  readonly metrics?: LedgerPorts['metrics'];
}

/** The log of EventStoreDB, with the parts of its events where the settings have them; the driver is loaded only here. */
export async function openEngineLog(url: string, { data, mongo, ...dependencies }: EngineLogDependencies) {
  const { openEventStoreDb } = await import('../adapters/eventstoredb/open.ts');
  const { openEmbeddedParts } = await import('../adapters/embedded/open.ts');
  const parts = mongo?.parts ?? (await openEmbeddedParts(data, dependencies));
  const store = openEventStoreDb(url, { ...dependencies, parts });
  const close = async () => {
    await store.close();
    if (mongo === null) await parts.close();
  };
  const { sweepParts, cutParts } = store;
  return {
    ...{ growth: null, logDamage: null, isForAuditing: false },
    ...{ store: { ...store, close }, contents: contentsFrom(store), sweepParts, cutParts },
  };
}
