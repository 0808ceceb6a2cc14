import type { Ledger } from '../commands/kernel/ledger.ts';
import { notFound } from '../commands/kernel/refusal.ts';
import type { Position, RecordedEvent } from '../events/event.ts';
import { foldedDocument, type OneStream } from '../follow/fold/foldedDocument.ts';
import { awaitDocument } from '../follow/reached.ts';
import type { Collection, Stored } from '../ports/documents.ts';

/**
 * The document after the caller's own write at `position`, however far the read model is. Null: the write changed
 * nothing, and the document is folded from its stream.
 * @throws Refusal `notFound` with the name of the `resource`
 */
export async function writtenDocument<Document extends object, Event extends RecordedEvent>(
  { store, clock }: Ledger,
  one: Omit<OneStream<Document, Event>, 'store'> & { readonly collection: Collection<Document> },
  position: Position | null,
  resource: string,
): Promise<Stored<Document>> {
  // So that the caller's next query sees it too; where the read model lags, the answer is folded from the stream.
  const stored = position && (await awaitDocument(one.collection, one.key, position, clock));
  const isNew = stored && stored.position >= position;
  const found = isNew ? stored : await foldedDocument({ ...one, store });
  if (found === null) throw notFound(`There is no such ${resource}.`);
  return found;
}
