import { dnsRecords } from '../adapters/dns/records.ts';
import { signingKeys } from '../adapters/node/signingKeys.ts';
import type { Settings } from '../config.ts';
import { openLedgerPorts } from '../main/ledgerPorts.ts';
import { partitionsOf } from '../main/options.ts';
import { outwardPoster } from '../main/outwardPoster.ts';
import { openReadModels, projectionsFor } from '../projections/readModels.ts';
import { catchUp } from './catchUp.ts';
import type { CliDependencies } from './cli.ts';

/** Opens the ledger that the settings name, for one command. The service may run on it at the same time. */
export async function openDependencies(settings: Settings): Promise<CliDependencies> {
  const { store, documents, blobs, secrets, tokens, hints, leases, reports, clock, ids, close } =
    await openLedgerPorts(settings, 'error');
  try {
    const partitions = partitionsOf(settings);
    const projections = projectionsFor(partitions);
    await openReadModels(documents, projections);
    return {
      settings,
      dns: dnsRecords(),
      signingKeys,
      ledger: { store, clock, ids },
      documents,
      projections,
      partitions,
      blobs,
      secrets,
      tokens,
      hints,
      leases,
      reports,
      catchUp: (wanted, progress) =>
        catchUp(wanted, { store, documents, leases, clock, partitions }, progress),
      openPoster: () => outwardPoster(settings).poster,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
