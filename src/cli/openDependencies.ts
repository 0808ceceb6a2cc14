import { dnsRecords } from '../adapters/dns/records.ts';
import { signingKeys } from '../adapters/node/signingKeys.ts';
import type { Settings } from '../config.ts';
import { openLedgerPorts } from '../main/ledgerPorts.ts';
import { partitionsOf } from '../main/options.ts';
import { outwardPoster } from '../main/outwardPoster.ts';
import { openReadModels, projectionList, projectionsFor } from '../projections/readModels.ts';
import { catchUp } from './catchUp.ts';
import type { CliDependencies } from './cli.ts';

/** Opens the ledger that the settings name, for one command. The service may run on it at the same time. */
export async function openDependencies(settings: Settings): Promise<CliDependencies> {
  const { store, documents, blobs, secrets, tokens, hints, leases, clock, ids, close } =
    await openLedgerPorts(settings, 'error');
  try {
    const partitions = partitionsOf(settings);
    const projections = projectionsFor(partitions);
    const models = await openReadModels(documents, projections);
    return {
      settings,
      dns: dnsRecords(),
      signingKeys,
      ledger: { store, clock, ids },
      documents,
      projections,
      models,
      partitions,
      blobs,
      secrets,
      tokens,
      hints,
      leases,
      catchUp: () =>
        catchUp({ store, documents, leases, clock, projections: projectionList(projections), partitions }),
      openPoster: () => outwardPoster(settings).poster,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
