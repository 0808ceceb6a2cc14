import type { RecordedEvent } from '../../events/event.ts';
import type { Collection, CollectionDefinition, Documents } from '../../ports/documents.ts';

/**
 * A read model: a pure fold of events into documents, one document an event. No clock, no I/O: the same log
 * gives the same documents, on every store, however often a stretch of it is folded again.
 */
export interface Projection<Document extends object = object, Event extends RecordedEvent = RecordedEvent> {
  /** As operators see it, in snake case. */
  readonly name: string;
  /** Raised when `key`, a handler or `indexes` change: a new collection is then built from the log. */
  readonly version: number;
  /** Types of the events that it folds. */
  readonly types: readonly Event['type'][];
  readonly indexes: CollectionDefinition['indexes'];
  /** Key of the one document that the event changes, null when it changes none. */
  key(event: Event): string | null;
  /**
   * The document after the event; null removes it. Never changes the document it was given, and gives the very same one
   * (or null again) for an event that changes nothing: then nothing is written.
   */
  fold(document: Document | null, event: Event): Document | null;
  /**
   * A document of an older version in the form of this one: such documents answer while this version is being built.
   * Absent: they are taken as they are.
   */
  fromOlder?(document: object, version: number): Document;
}

/** The document after an event of one type. */
type Handler<Document extends object, Event> = (document: Document | null, event: Event) => Document | null;

type AnyHandler<Document extends object, Event> = Handler<Document, Event> | 'ignored';

/**
 * What a read model makes of each type of event, those too that are nothing to it: when a category gets a
 * new event, the compiler names the read models that have to say what they make of it.
 */
export type Handlers<Document extends object, Event extends RecordedEvent> = {
  readonly [Type in Event['type']]: Handler<Document, Extract<Event, { type: Type }>> | 'ignored';
};

/** A read model of its handlers: its types are those that have one. */
export function projection<Document extends object, Event extends RecordedEvent>({
  on,
  ...rest
}: Pick<Projection<Document, Event>, 'name' | 'version' | 'indexes' | 'key' | 'fromOlder'> & {
  readonly on: Handlers<Document, Event>;
}): Projection<Document, Event> {
  const handlers = new Map<string, Handler<Document, Event>>();
  // A handler is called with the events of its own type alone.
  for (const [type, handler] of Object.entries(on as Readonly<Record<string, AnyHandler<Document, Event>>>))
    if (handler !== 'ignored') handlers.set(type, handler);
  return {
    ...rest,
    types: [...handlers.keys()],
    fold: (document, event) => handlers.get(event.type)?.(document, event) ?? null,
  };
}

/** A projection whatever its documents: what the runner, the rebuild and the verifier handle. */
export type AnyProjection = Projection;

export function collectionOf(
  projection: Pick<Projection, 'name' | 'version' | 'indexes'>,
): CollectionDefinition {
  return { name: `${projection.name}_v${projection.version}`, indexes: projection.indexes };
}

/** A collection like the projection's own, to be folded into beside it. */
export function collectionBeside(
  projection: Pick<Projection, 'name' | 'version' | 'indexes'>,
  purpose: 'scratch' | 'next',
): CollectionDefinition {
  const own = collectionOf(projection);
  return { ...own, name: `${own.name}_${purpose}` };
}

export function openProjection<Document extends object, Event extends RecordedEvent>(
  documents: Documents,
  projection: Projection<Document, Event>,
): Promise<Collection<Document>> {
  return documents.collection<Document>(collectionOf(projection));
}
