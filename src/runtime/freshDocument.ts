import type { Position, RecordedEvent } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { awaitDocument } from './awaitDocument.ts';
import { type Fold, type FoldedStream, foldedStream } from './foldedStream.ts';
import type { AnyProjection, Projection } from './projection.ts';

/** A document that folds one stream alone, read as fresh as the log. */
export interface OneStream<Document extends object, Event extends RecordedEvent> {
  readonly store: EventStore;
  readonly collection: Collection<Document>;
  readonly projection: Projection<Document, Event>;
  readonly stream: string;
  readonly key: string;
}

/** A document with the position of the last event that the projection folds. */
type Folded = { readonly document: object | null; readonly position: Position } | null;

/** One fold a projection, so that what is kept of a stream is found again. */
const folds = new WeakMap<object, Fold<Folded, RecordedEvent>>();

function foldBy(projection: AnyProjection): Fold<Folded, RecordedEvent> {
  const known = folds.get(projection);
  if (known !== undefined) return known;
  const { types, fold } = projection;
  const made: Fold<Folded, RecordedEvent> = {
    initial: null,
    evolve: (before, event) =>
      types.includes(event.type)
        ? { document: fold(before?.document ?? null, event), position: event.position }
        : before,
  };
  folds.set(projection, made);
  return made;
}

/** The document as the log has it now, by the projection's own fold: for what the read model has not met yet. */
export async function foldedDocument<Document extends object, Event extends RecordedEvent>({
  store,
  projection,
  stream,
  key,
}: Omit<OneStream<Document, Event>, 'collection'>): Promise<Stored<Document> | null> {
  const fold = foldBy(projection);
  const { state } = (await foldedStream(store, stream, fold)) as FoldedStream<Folded>;
  if (state === null || state.document === null) return null;
  return { key, position: state.position, document: state.document as Document };
}

/**
 * What a caller has just written, at `position` (null: it changed nothing). Waits for the read model, so that the
 * caller's next query sees it too; should that lag, the answer is folded from the stream and right all the same.
 */
export async function freshDocument<Document extends object, Event extends RecordedEvent>(
  one: OneStream<Document, Event>,
  position: Position | null,
  clock: Clock,
): Promise<Stored<Document> | null> {
  const found = await awaitDocument(one.collection, one.key, position, clock);
  return found !== null && (position === null || found.position >= position) ? found : foldedDocument(one);
}
