import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import type { EventBatch, ReadBackOptions } from '../../src/ports/eventStore.ts';

/** A page of a log in memory backwards, as the port says. */
export function pageBack(
  log: readonly RecordedEvent[],
  { before, limit, types }: ReadBackOptions,
): EventBatch {
  const back = log.filter(({ position }) => before === null || position < before).toReversed();
  const events = back.filter(({ type }) => types?.includes(type) ?? true).slice(0, limit);
  const caughtUp = events.length < limit;
  return { events, caughtUp, position: caughtUp ? BEGINNING : (events.at(-1)?.position ?? BEGINNING) };
}
