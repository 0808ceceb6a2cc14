import { BEGINNING, type Position, type RecordedEvent } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type Folding, foldEvent, UNFOLDED } from './fold/foldEvent.ts';
import { type AnyProjection, type Projection, projectionConsumerName } from './fold/projection.ts';
import type { Tail } from './tail.ts';

/**
 * A read model that is as new as the log although its projector lags: the stored documents, and folded over them the
 * events that this process has seen and the projector may not have. For the few questions whose answer must not be late
 * (is the key revoked, is the address suppressed).
 */
export interface LiveModel<Document extends object> {
  /** Name of the projection's checkpoints. */
  readonly name: string;
  readonly types: readonly string[];
  get(key: string): Promise<Stored<Document> | null>;
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, Stored<Document>>>;
  /** Takes events of its types, in the order of the log. */
  take(events: readonly RecordedEvent[]): void;
  /** Drops events up to here: they are in the stored documents. */
  forget(upTo: Position): void;
  /** Events in memory. */
  size(): number;
}

export interface FollowModelsDependencies {
  readonly tail: Pick<Tail, 'watch'>;
  readonly checkpoints: Pick<Checkpoints, 'lowestOfEach'>;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** `collection` is where the projection's documents are stored. */
export function liveModel<Document extends object, Event extends RecordedEvent>(
  typed: Projection<Document, Event>,
  collection: Pick<Collection<Document>, 'getForFold'>,
): LiveModel<Document> {
  const projection: AnyProjection = typed;
  const { types } = projection;
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
    name: projectionConsumerName(projection),
    types,
    getMany,
    get: async (key) => (await getMany([key])).get(key) ?? null,
    take(events) {
      for (const event of events)
        for (const key of projection.keys(event)) {
          const same = recent.get(key);
          if (same === undefined) recent.set(key, [event]);
          else same.push(event);
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

/** How often the events are forgotten that the stored documents have by now: the checkpoints of a partition in which nothing happens are as late. */
const FORGET_EVERY_MS = 10_000;

/** Shows live models what the tail reads from here on, and has them forget what is in their documents, until the signal aborts. */
export function followModels(
  models: readonly LiveModel<object>[],
  { tail, checkpoints, clock }: FollowModelsDependencies,
  signal: AbortSignal,
): void {
  let isForgetting = false;
  const forget = async () => {
    if (isForgetting) return;
    isForgetting = true;
    while (models.some(({ size }) => size() > 0) && !signal.aborted) {
      await clock.sleep(FORGET_EVERY_MS, signal);
      // While the documents are not available nothing is forgotten.
      const lowest = await checkpoints.lowestOfEach(models.map(({ name }) => name)).catch(() => null);
      for (const { name, forget } of models) forget(lowest?.get(name) ?? BEGINNING);
    }
    isForgetting = false;
  };
  for (const { types, take } of models)
    tail.watch(types, (events) => {
      take(events);
      void forget();
    });
}
