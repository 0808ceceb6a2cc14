import type { RecordedEvent } from '../events/envelope.ts';
import type { Collection, CollectionDefinition, Documents } from '../ports/documents.ts';

/**
 * A read model: a pure fold of events into documents, one document an event. No clock, no I/O: the same log
 * gives the same documents, on every store, however often a stretch of it is folded again.
 */
export interface Projection<
  Document extends object = object,
  Event extends { type: string } = RecordedEvent,
> {
  /** As operators see it, in snake case. */
  readonly name: string;
  /** Raised when `key`, `fold` or `indexes` change: a new collection is then built from the log. */
  readonly version: number;
  readonly types: readonly Event['type'][];
  readonly indexes: CollectionDefinition['indexes'];
  /** Key of the one document that the event changes, null when it changes none. */
  key(event: Event): string | null;
  /** The document after the event; null removes it. Never changes the document it was given. */
  fold(document: Document | null, event: Event): Document | null;
  /**
   * A document of an older version in the form of this one: such documents answer while this version is being built.
   * Absent: they are taken as they are.
   */
  fromOlder?(document: object, version: number): Document;
}

/** A projection whatever its documents: what the runner, the rebuild and the verifier handle. */
export type AnyProjection = Projection<object, RecordedEvent>;

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

export function openProjection<Document extends object, Event extends { type: string }>(
  documents: Documents,
  projection: Projection<Document, Event>,
): Promise<Collection<Document>> {
  return documents.collection<Document>(collectionOf(projection as unknown as AnyProjection));
}
