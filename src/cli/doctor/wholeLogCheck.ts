import { join } from 'node:path';
import type { CliDependencies } from '../cli.ts';
import { type Check, fine, wrong } from './check.ts';

/** The longest time for reading events: a check has 15 seconds in all. */
const BUDGET_MS = 8_000;

/** Checks the file of the embedded log, event by event and page by page, without delaying its writers. */
export function wholeLogCheck({ settings, ledger }: Pick<CliDependencies, 'settings' | 'ledger'>): Check {
  return {
    name: 'log, every event',
    run: async () => {
      const { checkLedgerFile } = await import('../../adapters/embedded/log/ledgerCheck.ts');
      const endsAtMs = ledger.clock.monotonicMs() + BUDGET_MS;
      const folder = settings.POSTLEDGER_DATA;
      const hasTime = () => ledger.clock.monotonicMs() < endsAtMs;
      const { events, all, fault, pages } = await checkLedgerFile(folder, hasTime);
      if (fault !== null)
        return wrong(
          `${join(folder, 'ledger.sqlite')} is damaged: ${fault}`,
          'Stop the service, keep a copy of the folder, and restore the newest backup; check the disk.',
        );
      const whole = pages ? ', and the pages of the file' : '; the pages of so large a file were not';
      if (events === all) return fine(`all ${all} events were looked at${whole}`);
      return fine(
        `the newest ${events} of ${all} events were looked at in ${BUDGET_MS / 1_000} s; a backup looks at all`,
      );
    },
  };
}
