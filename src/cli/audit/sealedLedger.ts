import { type RecordedSeal, type SealsEnd, sealsEnd } from '../../audit/sealStream.ts';
import { ledgerIdOf } from '../../commands/workspace/openLedger.ts';
import { BEGINNING } from '../../events/event.ts';
import { CliError, type LedgerCall } from '../cli.ts';

/** The id of the ledger, and the end of its seals. @throws CliError when the ledger was never opened, or its beginning is lost */
export async function sealedLedger({
  ledger: { store },
}: Pick<LedgerCall, 'ledger'>): Promise<{ ledgerId: string; end: SealsEnd }> {
  const ledgerId = await ledgerIdOf(store);
  if (ledgerId === null)
    throw (await store.head()) === BEGINNING
      ? new CliError('the ledger was never opened: start the service once.')
      : new CliError(
          'the log does not begin as a ledger does, and may be damaged: run doctor.',
          'unavailable',
        );
  return { ledgerId, end: await sealsEnd(store) };
}

/** @throws CliError when nothing was sealed yet */
export function newestSealOf({ seal }: SealsEnd): RecordedSeal {
  if (seal === null)
    throw new CliError('nothing was sealed yet: a running service seals within a minute of any event.');
  return seal;
}
