import type { Position, RecordedEvent } from '../../events/event.ts';
import type { AnyProjection } from './projection.ts';

/** A document while events are folded: null where there is none, with the position of the last event that changed it. */
export interface Folding {
  readonly document: object | null;
  /** Null: no event has. */
  readonly position: Position | null;
}

export const UNFOLDED: Folding = { document: null, position: null };

/**
 * The document of a key after one more event; the same object when the event is in it already, or changes nothing. So a position
 * says when the document last changed, however the log was divided. Events after it may be folded again: those that changed
 * nothing find the same document, and change nothing again.
 */
export function foldEvent(
  projection: Pick<AnyProjection, 'fold'>,
  before: Folding,
  event: RecordedEvent,
  key: string,
): Folding {
  if (before.position !== null && event.position <= before.position) return before;
  const document = projection.fold(before.document, event, key);
  return document === before.document ? before : { document, position: event.position };
}
