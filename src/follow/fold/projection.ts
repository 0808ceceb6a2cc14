import type { RecordedEvent } from '../../events/event.ts';
import type { Collection, CollectionDefinition, Documents } from '../../ports/documents.ts';

/** Numbers by name; one that is 0 is left out. */
export type Counts = Readonly<Record<string, number>>;

/** What the documents of a projection add up to. It lies among them, with fields of its own to be found by. */
export interface Sum {
  readonly counts: Counts;
}

/**
 * A read model: a pure fold of events into documents; an event changes one document, or several. No clock, no I/O: the
 * same log gives the same documents, on every store, however often parts of it are folded again.
 */
export interface Projection<Document extends object = object, Event extends RecordedEvent = RecordedEvent> {
  /** As operators see it, in snake_case. */
  readonly name: string;
  /** Raised when `keys`, a handler or `indexes` change: a new collection is then built from the log. */
  readonly version: number;
  /** Types of the events that it folds. */
  readonly types: readonly Event['type'][];
  readonly indexes: CollectionDefinition['indexes'];
  readonly hasParts?: CollectionDefinition['hasParts'];
  /** The role that takes work from it, and so folds it; absent: the projector. */
  readonly foldedBy?: 'sender' | 'dispatcher';
  /** What the partition of an event's documents is chosen by, the same for all events of a document; absent: their keys. */
  partitionKey?(event: Event): string;
  /** Whether keys or documents are made of the events' parts too. Else these are not read where nothing else asks for them. */
  readonly readsParts?: boolean;
  /** Keys of the documents that the event changes, each once; empty when it changes none. */
  keys(event: Event): readonly string[];
  /**
   * The document of one of the event's keys after the event; null removes it. Never changes the document it was given, and returns the same object
   * (or null again) for an event that changes nothing: then nothing is written.
   */
  fold(document: Document | null, event: Event, key: string): Document | null;
  /**
   * What the document of a key adds to which sums, by the sums' own keys. Sums lie in the same collection and follow from its
   * documents alone; a scan meets them too. All that is in one but `counts` follows from its key. The key holds the document's
   * partition: only who folds all that is added to a sum, in the order of the log, can tell by its position what is in it.
   */
  adds?(document: Document, key: string): ReadonlyMap<string, Sum>;
  /**
   * A document of an older version in the form of this one: older documents are served while this version is being built.
   * Absent: they need no change.
   */
  fromOlder?(document: object, version: number): Document;
}

/** The document of a key after an event of one type. */
type Handler<Document extends object, Event> = (
  document: Document | null,
  event: Event,
  key: string,
) => Document | null;

type AnyHandler<Document extends object, Event> = Handler<Document, Event> | 'ignored';

/**
 * What a read model does with each type of event, also with those that it ignores: when a category gets a new event, the
 * compiler names the read models that have to decide about it.
 */
export type Handlers<Document extends object, Event extends RecordedEvent> = {
  readonly [Type in Event['type']]: Handler<Document, Extract<Event, { type: Type }>> | 'ignored';
};

/** `key`: of the one document that an event changes, null when it changes none; most read models need no more. */
type Keyed<Event extends RecordedEvent> =
  | { key(event: Event): string | null }
  | Pick<Projection<object, Event>, 'keys'>;

const NONE: readonly string[] = [];

/** A read model made of its handlers: it folds the types that have one. */
export function projection<Document extends object, Event extends RecordedEvent>({
  on,
  ...rest
}: Pick<
  Projection<Document, Event>,
  | 'name'
  | 'version'
  | 'indexes'
  | 'hasParts'
  | 'foldedBy'
  | 'partitionKey'
  | 'adds'
  | 'readsParts'
  | 'fromOlder'
> &
  Keyed<Event> & { readonly on: Handlers<Document, Event> }): Projection<Document, Event> {
  const handlers = new Map<string, Handler<Document, Event>>();
  // A handler is called only with events of its own type.
  for (const [type, handler] of Object.entries(on as Readonly<Record<string, AnyHandler<Document, Event>>>))
    if (handler !== 'ignored') handlers.set(type, handler);
  const keys = (event: Event): readonly string[] => {
    if ('keys' in rest) return rest.keys(event);
    const key = rest.key(event);
    return key === null ? NONE : [key];
  };
  return {
    ...rest,
    keys,
    types: [...handlers.keys()],
    fold: (document, event, key) => handlers.get(event.type)?.(document, event, key) ?? null,
  };
}

/** A projection with documents of any type: what the runner, the rebuild and the verifier work with. */
export type AnyProjection = Projection;

/** The role that folds a read model. */
export const foldedBy = (projection: Pick<AnyProjection, 'foldedBy'>) => projection.foldedBy ?? 'projector';

/** Name by which checkpoints know a read model; a new version starts from the beginning. */
export function projectionConsumerName(projection: Pick<AnyProjection, 'name' | 'version'>): string {
  return `projection:${projection.name}_v${projection.version}`;
}

export function collectionOf({
  name,
  version,
  indexes,
  hasParts,
}: Pick<Projection, 'name' | 'version' | 'indexes' | 'hasParts'>): CollectionDefinition {
  return { name: `${name}_v${version}`, indexes, ...(hasParts && { hasParts }) };
}

/** A second collection like the projection's own, to fold into while the first is in use. */
export function temporaryCollection(
  projection: Pick<Projection, 'name' | 'version' | 'indexes' | 'hasParts'>,
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
