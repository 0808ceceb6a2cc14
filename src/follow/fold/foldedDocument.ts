import type { RecordedEvent } from '../../events/event.ts';
import type { Stored } from '../../ports/documents.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type Folding, foldEvent, UNFOLDED } from './foldEvent.ts';
import { type Fold, type FoldedStream, foldedStream } from './foldedStream.ts';
import type { AnyProjection, Projection } from './projection.ts';

/** A document that is the fold of a single stream, of a read model with one document an event. */
export interface OneStream<Document extends object, Event extends RecordedEvent> {
  readonly store: EventStore;
  readonly projection: Projection<Document, Event>;
  readonly stream: string;
  readonly key: string;
}

/** One fold for each projection, so that the cached state of a stream is found again. */
const folds = new WeakMap<object, Fold<Folding, RecordedEvent>>();

function foldBy(projection: AnyProjection): Fold<Folding, RecordedEvent> {
  const known = folds.get(projection);
  if (known !== undefined) return known;
  const made: Fold<Folding, RecordedEvent> = {
    initial: UNFOLDED,
    evolve: (before, event) => {
      if (!projection.types.includes(event.type)) return before;
      const [key] = projection.keys(event);
      return key === undefined ? before : foldEvent(projection, before, event, key);
    },
  };
  folds.set(projection, made);
  return made;
}

/** The document by all events of the log, by the projection's own fold: for what the read model does not have yet. */
export async function foldedDocument<Document extends object, Event extends RecordedEvent>({
  store,
  projection,
  stream,
  key,
}: OneStream<Document, Event>): Promise<Stored<Document> | null> {
  const fold = foldBy(projection);
  const { state } = (await foldedStream(store, stream, fold)) as FoldedStream<Folding>;
  if (state.document === null || state.position === null) return null;
  return { key, position: state.position, document: state.document as Document };
}
