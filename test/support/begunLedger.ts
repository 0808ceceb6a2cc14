import { openLedger } from '../../src/commands/workspace/openLedger.ts';
import { readSettings } from '../../src/config.ts';
import { openLedgerPorts } from '../../src/main/ledgerPorts.ts';

/** Begins the ledger that the settings name, as the first start of a service does: commands make none. */
export async function begunLedger(env: Readonly<Record<string, string>>): Promise<void> {
  const { store, clock, ids, secrets, close } = await openLedgerPorts(readSettings(env), 'silent');
  try {
    await openLedger({ store, clock, ids }, secrets);
  } finally {
    await close();
  }
}
