import { type NewEvent, PART_KINDS } from '../../events/event.ts';
import type { StoredPart } from '../../ports/parts.ts';

/** The commitments of an event to its parts; others may write what they like to the server. */
export function commitmentsOf({ metadata }: Pick<NewEvent, 'metadata'>): string[] {
  return PART_KINDS.map((kind): unknown => metadata[kind]).filter((value) => typeof value === 'string');
}

/** The parts of events that are to be appended to a stream. */
export function storedParts(stream: string, events: readonly NewEvent[]): StoredPart[] {
  return events.flatMap(({ id: eventId, metadata, parts = {} }) =>
    PART_KINDS.flatMap((kind) => {
      const [commitment, part] = [metadata[kind], parts[kind]];
      if (commitment === undefined || part === undefined) return [];
      return [{ commitment, stream, eventId, kind, ...part }];
    }),
  );
}
