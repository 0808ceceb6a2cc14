import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dnsRecords } from '../adapters/dns/records.ts';
import { ledgerIdentity, refuseLostLedger } from '../adapters/embedded/log/ledgerFile.ts';
import { MASTER_KEY_FILE } from '../adapters/node/masterKey.ts';
import { signingKeys } from '../adapters/node/signingKeys.ts';
import type { Settings } from '../config.ts';
import { openLedgerPorts } from '../main/ledgerPorts.ts';
import { partitionsOf } from '../main/options.ts';
import { openReadModels, projectionsFor } from '../projections/readModels.ts';
import { catchUp } from './catchUp.ts';
import { type CliDependencies, CliError } from './cli.ts';
import { silentLog } from './silentLog.ts';

/**
 * Opens the ledger that the settings name, for one command. The service may run on it at the same time.
 * @throws CliError where there is no ledger: only the service makes one
 */
export async function openDependencies(settings: Settings): Promise<CliDependencies> {
  refuseMissing(settings);
  const beforeMasterKey = () => refuseMissingKey(settings);
  const opened = await openLedgerPorts(settings, 'error', { beforeMasterKey });
  const { store, documents, leases, clock, ids, close } = opened;
  try {
    const partitions = partitionsOf(settings);
    const projections = projectionsFor(partitions);
    await openReadModels(documents, projections);
    return {
      ...opened,
      settings,
      dns: dnsRecords(),
      signingKeys,
      ledger: { store, clock, ids },
      projections,
      partitions,
      catchUp: (wanted, progress) =>
        catchUp(wanted, { store, documents, leases, clock, partitions }, progress),
      // Drivers that one command needs are loaded by it.
      async openMailShower() {
        const { mailShower } = await import('../main/mailShower.ts');
        return mailShower({ clock, log: silentLog });
      },
      async openSubjects() {
        const { liquidRenderer } = await import('../adapters/liquid/renderer.ts');
        const { mailsAgainFrom } = await import('../main/mailsAgainFrom.ts');
        const renderer = liquidRenderer({ processes: 1 });
        const { blobs, tokens } = opened;
        const subjects = mailsAgainFrom(settings, { blobs, renderer, tokens, ledger: { store, clock } });
        return { subjects, close: () => renderer.close() };
      },
      openPoster: async () => (await import('../main/outwardPoster.ts')).outwardPoster(settings).poster,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws CliError, or DataFolderRefused where it is not there but was */
export function refuseMissing({ EVENTSTORE_URL, POSTLEDGER_DATA }: Settings): void {
  const embedded = EVENTSTORE_URL === undefined;
  if (embedded) refuseLostLedger(POSTLEDGER_DATA);
  if (embedded && ledgerIdentity(POSTLEDGER_DATA) === null)
    throw new CliError(
      `there is no ledger in ${POSTLEDGER_DATA}: set POSTLEDGER_DATA to its folder, or begin one with \`postledger serve\`.`,
      'not_found',
    );
}

/** The key is made where it is missing: no command does that. @throws CliError */
export function refuseMissingKey({ POSTLEDGER_DATA, POSTLEDGER_MASTER_KEY }: Settings): void {
  if (POSTLEDGER_MASTER_KEY === undefined && !existsSync(join(POSTLEDGER_DATA, MASTER_KEY_FILE)))
    throw new CliError(
      `there is no ${MASTER_KEY_FILE} in ${POSTLEDGER_DATA}: set POSTLEDGER_DATA to its folder, or POSTLEDGER_MASTER_KEY.`,
      'not_found',
    );
}
