import type { Position, RecordedEvent } from '../events/event.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { type Folding, foldEvent, UNFOLDED } from './fold/foldEvent.ts';
import type { AnyProjection, Projection } from './fold/projection.ts';

/**
 * A read model that is as new as the log although its projector lags: the stored documents, and folded over them the
 * events that this process has seen and the projector may not have. For the few questions whose answer must not be late
 * (is the key revoked, is the address suppressed).
 */
export interface LiveModel<Document extends object> {
  readonly name: string;
  readonly types: readonly string[];
  get(key: string): Promise<Stored<Document> | null>;
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, Stored<Document>>>;
  /** Takes an event of the log, in order; ignores other types. */
  take(event: RecordedEvent): void;
  /** Drops events up to here: they are in the stored documents. */
  forget(upTo: Position): void;
  /** Events in memory. */
  size(): number;
}

/** `collection` is where the projection's documents are stored. */
export function liveModel<Document extends object, Event extends RecordedEvent>(
  typed: Projection<Document, Event>,
  collection: Pick<Collection<Document>, 'getForFold'>,
): LiveModel<Document> {
  const projection: AnyProjection = typed;
  const { name, types } = projection;
  const wanted = new Set(types);
  const recent = new Map<string, RecordedEvent[]>();
  let size = 0;

  const getMany = async (keys: readonly string[]) => {
    // The events first: an event that is forgotten while the documents are read is in them by then.
    const events = keys.map((key) => [...(recent.get(key) ?? [])]);
    const stored = await collection.getForFold(keys);
    const found = new Map<string, Stored<Document>>();
    keys.forEach((key, at) => {
      const before: Folding = stored.get(key) ?? UNFOLDED;
      const { document, position } = (events[at] ?? []).reduce<Folding>(
        (folding, event) => foldEvent(projection, folding, event, key),
        before,
      );
      if (document !== null && position !== null)
        found.set(key, { key, position, document: document as Document });
    });
    return found;
  };

  return {
    name,
    types,
    getMany,
    get: async (key) => (await getMany([key])).get(key) ?? null,
    take(event) {
      if (!wanted.has(event.type)) return;
      for (const key of projection.keys(event)) {
        const events = recent.get(key);
        if (events === undefined) recent.set(key, [event]);
        else events.push(event);
        size++;
      }
    },
    forget(upTo) {
      for (const [key, events] of recent) {
        const left = events.filter(({ position }) => position > upTo);
        size -= events.length - left.length;
        if (left.length === 0) recent.delete(key);
        else recent.set(key, left);
      }
    },
    size: () => size,
  };
}
