import { type RecordedSeal, type SealsEnd, sealsEnd } from '../../audit/sealStream.ts';
import { ledgerIdOf } from '../../commands/workspace/openLedger.ts';
import { LogDamaged } from '../../ports/eventStore.ts';
import { CliError, type LedgerCall } from '../cli.ts';

/** The id of the ledger, and the end of its seals. @throws CliError when the ledger was never opened, LogDamaged when its beginning or its seals are lost */
export async function sealedLedger({
  ledger: { store },
}: Pick<LedgerCall, 'ledger'>): Promise<{ ledgerId: string; end: SealsEnd }> {
  const ledgerId = await ledgerIdOf(store);
  const end = await sealsEnd(store);
  // Of a damaged log only a part is seen: what is missing may have been there.
  if ((ledgerId === null || end.seal === null) && (await store.end()) === null)
    throw new LogDamaged('its beginning or its seals are lost: run doctor');
  if (ledgerId === null) throw new CliError('the ledger was never opened: start the service once.');
  return { ledgerId, end };
}

/** @throws CliError when nothing was sealed yet */
export function newestSealOf({ seal }: SealsEnd): RecordedSeal {
  if (seal === null)
    throw new CliError('nothing was sealed yet: a running service seals within a minute of any event.');
  return seal;
}

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
