import { MasterKeyRefused, openNames, refuseUnusedKey } from '../commands/workspace/openLedger.ts';
import { LogDamaged } from '../ports/eventStore.ts';
import type { CliDependencies } from './cli.ts';

type Keys = Pick<CliDependencies, 'secrets' | 'tokens'>;

/**
 * What a command seals and signs with. Under a key that is not the ledger's, or not yet, it is refused when it is used, since
 * services could not open or check it; who only reads, such as an auditor with a copy, may have any. A log that is empty, or whose
 * beginning is damaged, has no namespace that its key would open. The ids of addresses and keys are refused in the same way.
 * @throws EventStoreUnavailable. What it gives throws MasterKeyRefused
 */
export async function ledgerKeys({
  ledger,
  secrets,
  tokens,
}: Keys & Pick<CliDependencies, 'ledger'>): Promise<Keys> {
  try {
    await openNames(ledger, secrets);
    await refuseUnusedKey(ledger.store, secrets);
  } catch (error) {
    if (error instanceof MasterKeyRefused) return refusing(error);
    if (!(error instanceof LogDamaged)) throw error;
  }
  return { secrets, tokens };
}

function refusing(fault: MasterKeyRefused): Keys {
  const refuse = () => {
    throw fault;
  };
  return {
    secrets: { seal: refuse, open: refuse, renew: refuse },
    tokens: { sign: refuse, open: refuse },
  };
}
