import { LEDGER_STREAM, type LedgerOpening } from '../events/ledger.ts';
import type { Documents } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';

/** The read models were folded from another ledger: their documents would be mixed with those of this one. */
class ReadModelsRefused extends Error {
  override readonly name = 'ReadModelsRefused';
  constructor(theirs: string, ours: string) {
    super(
      `the read models are those of ledger ${theirs}, and the log is ledger ${ours}: set the address or the data folder ` +
        'that belongs to this log; or stop every process and drop every collection of the documents but blobs.* ' +
        '(embedded: move read-models.sqlite away), and start again, which folds them again.',
    );
  }
}

/**
 * Makes sure that the read models are those of this ledger; new ones become so. Must be called before anything is folded.
 * @throws ReadModelsRefused, DocumentsUnavailable, EventStoreUnavailable
 */
export async function refuseOtherLedger(
  documents: Documents,
  store: Pick<EventStore, 'readStream'>,
): Promise<void> {
  const [opened] = await store.readStream(LEDGER_STREAM, { limit: 1 });
  if (opened === undefined) return;
  const { ledgerId } = opened.data as LedgerOpening;
  const known = await documents.collection<{ readonly ledgerId: string }>({ name: 'ledger', indexes: {} });
  const stored = await known.get(LEDGER_STREAM);
  if (stored === null)
    await known.writeMany([{ key: LEDGER_STREAM, position: opened.position, document: { ledgerId } }]);
  else if (stored.document.ledgerId !== ledgerId)
    throw new ReadModelsRefused(stored.document.ledgerId, ledgerId);
}
