import { masterKeyChangedAt } from '../commands/workspace/openLedger.ts';
import { LogDamaged } from '../ports/eventStore.ts';
import type { CliDependencies } from './cli.ts';

/**
 * What a command sealed or signed under a key that is not the ledger's could not be opened or checked by the services. A log
 * that is empty, or whose beginning is damaged, has no check value to compare.
 * @throws MasterKeyRefused, EventStoreUnavailable
 */
export async function refuseOtherMasterKey({
  ledger,
  secrets,
}: Pick<CliDependencies, 'ledger' | 'secrets'>): Promise<void> {
  try {
    await masterKeyChangedAt(ledger.store, secrets);
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error;
  }
}
