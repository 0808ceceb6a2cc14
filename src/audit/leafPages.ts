import type { Position } from '../events/event.ts';
import { type EventStore, type Leaf, LogDamaged } from '../ports/eventStore.ts';

/** Leaves that are read at once: memory does not grow with the log. */
const PAGE = 500;

/**
 * The log after a position as leaves, page by page up to its end. `withParts`: compared with what the events commit to.
 * @throws LogDamaged that names an event that is not as it was written, after the leaves before it
 */
export async function* leafPages(
  store: Pick<EventStore, 'readLeaves'>,
  from: Position,
  withParts: boolean,
): AsyncGenerator<readonly Leaf[], void, void> {
  for (let after = from; ; ) {
    const { leaves, fault } = await store.readLeaves({ after, limit: PAGE, withParts });
    yield leaves;
    if (fault !== null) throw new LogDamaged(`${fault}: run audit verify and doctor`);
    const last = leaves.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}
