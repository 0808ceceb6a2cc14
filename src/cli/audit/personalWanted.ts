import { CliError, type LedgerCall } from '../cli.ts';

/** Whether `--personal` was given. @throws CliError where the ledger has no personal values */
export function personalWanted({ options, isForAuditing }: LedgerCall): boolean {
  const isWanted = options.personal === true;
  if (isWanted && isForAuditing)
    throw new CliError(
      'the ledger is for auditing, and has no personal values: leave out --personal.',
      'usage',
    );
  return isWanted;
}
