import type { Position } from '../events/envelope.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { awaitDocument } from './awaitDocument.ts';
import type { AnyProjection, Projection } from './projection.ts';

/** A document that folds one stream alone, read as fresh as the log. */
export interface OneStream<Document extends object, Event extends { type: string }> {
  readonly store: EventStore;
  readonly collection: Collection<Document>;
  readonly projection: Projection<Document, Event>;
  readonly stream: string;
  readonly key: string;
}

/** The document as the log has it now, by the projection's own fold: for what the read model has not met yet. */
export async function foldedDocument<Document extends object, Event extends { type: string }>({
  store,
  projection,
  stream,
  key,
}: Omit<OneStream<Document, Event>, 'collection'>): Promise<Stored<Document> | null> {
  const { types, fold } = projection as unknown as AnyProjection;
  const recorded = (await store.readStream(stream)).filter(({ type }) => types.includes(type));
  const document = recorded.reduce<object | null>(fold, null) as Document | null;
  const last = recorded.at(-1);
  return document === null || last === undefined ? null : { key, position: last.position, document };
}

/**
 * What a caller has just written, at `position` (null: it changed nothing). Waits for the read model, so that the
 * caller's next query sees it too; should that lag, the answer is folded from the stream and right all the same.
 */
export async function freshDocument<Document extends object, Event extends { type: string }>(
  one: OneStream<Document, Event>,
  position: Position | null,
  clock: Clock,
): Promise<Stored<Document> | null> {
  const found = await awaitDocument(one.collection, one.key, position, clock);
  return found !== null && (position === null || found.position >= position) ? found : foldedDocument(one);
}
