import type { Ledger } from '../commands/kernel/ledger.ts';
import { notFound } from '../commands/kernel/refusal.ts';
import type { Position, RecordedEvent } from '../events/event.ts';
import { foldedDocument, freshDocument, type OneStream } from '../follow/fold/freshDocument.ts';
import type { Stored } from '../ports/documents.ts';

/**
 * The document after the caller's own write at `position`, however far the read model is. Null: the write changed
 * nothing, and the document is folded from its stream.
 * @throws Refusal `notFound` with the name of the `resource`
 */
export async function writtenDocument<Document extends object, Event extends RecordedEvent>(
  { store, clock }: Ledger,
  one: Omit<OneStream<Document, Event>, 'store'>,
  position: Position | null,
  resource: string,
): Promise<Stored<Document>> {
  const source = { ...one, store };
  const found =
    position === null ? await foldedDocument(source) : await freshDocument(source, position, clock);
  if (found === null) throw notFound(`There is no such ${resource}.`);
  return found;
}
