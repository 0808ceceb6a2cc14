import { LEDGER_STREAM, type LedgerEvent } from '../../events/ledger.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger } from '../kernel/ledger.ts';

/** The master key is another one than the ledger was opened with. */
class MasterKeyRefused extends Error {
  override readonly name = 'MasterKeyRefused';
  constructor(ledgerId: string) {
    super(
      `the master key is not the one that ledger ${ledgerId} was opened with: nothing was sealed or written. Set ` +
        "POSTLEDGER_MASTER_KEY to that key, or put its file back as `master.key` in the data folder (operations.md, 'Restore').",
    );
  }
}

/** Bound into the seal of the key check, so that it opens as nothing else. */
const KEY_CHECK = 'ledger key check';

type Opening = LedgerEvent['data'];

/** A ledger is opened once; later calls change nothing. */
const ledgerDecider: Decider<Opening | null, Opening, LedgerEvent> = {
  initial: null,
  evolve: (_, { data }) => data,
  decide: (opening, state) => (state === null ? [{ type: 'LedgerOpened', data: opening }] : []),
};

/**
 * Appends LedgerOpened where the log is new: its id is random, so that no two installations share ids. Of several
 * processes that start at once one does. In a log that was opened before the master key is compared.
 * @throws MasterKeyRefused
 */
export async function openLedger(ledger: Ledger, secrets: Secrets): Promise<void> {
  const ledgerId = ledger.ids.uuid();
  const origin = { workspace: '', actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
  const opening = { ledgerId, keyCheck: secrets.seal(ledgerId, KEY_CHECK) };
  const { state } = await handle(ledger, origin, LEDGER_STREAM, ledgerDecider, opening);
  const opened = state ?? opening;
  if (!opensCheck(opened, secrets)) throw new MasterKeyRefused(opened.ledgerId);
}

/**
 * The id of the ledger in this log; null when it was never opened.
 * @throws EventStoreUnavailable
 */
export async function ledgerIdOf(store: Pick<EventStore, 'readStream'>): Promise<string | null> {
  const [opened] = await store.readStream(LEDGER_STREAM, { limit: 1 });
  return opened === undefined ? null : (opened.data as Opening).ledgerId;
}

function opensCheck({ ledgerId, keyCheck }: Opening, secrets: Secrets): boolean {
  try {
    return secrets.open(keyCheck, KEY_CHECK) === ledgerId;
  } catch {
    return false;
  }
}
