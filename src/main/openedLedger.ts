import type { Ledger } from '../commands/kernel/ledger.ts';
import { openLedger } from '../commands/workspace/openLedger.ts';
import { LogDamaged } from '../ports/eventStore.ts';
import type { Log } from '../ports/log.ts';
import type { Ports } from '../ports/ports.ts';
import { refuseOtherLedger } from '../projections/ledgerOfReadModels.ts';
import { type FirstKeyKeeper, firstStart } from './firstStart.ts';
import { refuseOtherRedis } from './ledgerOfRedis.ts';
import { logMissing } from './missingReports.ts';

/** Makes sure that log, master key, read models and Redis belong together; a new log is opened, with its first key. */
export async function openedLedger(
  ledger: Ledger,
  ports: Ports,
  opensLedger: boolean,
  firstKey: FirstKeyKeeper | undefined,
) {
  const { secrets, documents, leases } = ports;
  await openLedger(ledger, secrets);
  await refuseOtherLedger(documents, ledger.store);
  await refuseOtherRedis(leases, ledger.store, { claims: true });
  if (!opensLedger) return null;
  await logMissing(ports);
  return firstStart(ledger, firstKey);
}

/** A damaged ledger is served as far as it can be read; opening it has logged what is wrong. */
export function exceptDamage(log: Log): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof LogDamaged)) throw error;
    log.error({ err: error }, 'the log is damaged: reads are answered, nothing is accepted');
    return null;
  };
}
