import type { Position, RecordedEvent } from '../../events/event.ts';
import type { AnyProjection } from './projection.ts';

/** A document on its way through events: null where there is none, with the position of the last one that changed it. */
export interface Folding {
  readonly document: object | null;
  /** Null: none has. */
  readonly position: Position | null;
}

export const UNFOLDED: Folding = { document: null, position: null };

/**
 * The document after one more event; the very same folding when the event is in it, or changes nothing. So a position
 * says when the document last changed, however the log was divided. Events behind it may be folded again: what changed nothing
 * then is met by the same document and changes nothing now.
 */
export function foldEvent(
  projection: Pick<AnyProjection, 'fold'>,
  before: Folding,
  event: RecordedEvent,
): Folding {
  if (before.position !== null && event.position <= before.position) return before;
  const document = projection.fold(before.document, event);
  return document === before.document ? before : { document, position: event.position };
}
