import type { Ledger } from '../../commands/kernel/ledger.ts';
import type { Position } from '../../events/event.ts';
import { CHECKPOINTS_WANTED } from '../../follow/checkpointSaver.ts';
import type { Ports } from '../../ports/ports.ts';

export interface FindingDependencies extends Pick<Ports, 'hints'> {
  readonly ledger: Pick<Ledger, 'store' | 'clock'>;
  /** A position that the read model has passed, in every partition. */
  readonly positionOf: (model: 'numbers' | 'carrierIds' | 'messages') => Promise<Position>;
}

const LOOKUP_EVERY_MS = 250;
/** What came in may have overtaken the event that it is about, which is in the log after so many look-ups. */
const LOOKUPS_BEFORE_END = 8;
/** A read model has usually come to the log's end within so many more. */
const LOOKUPS_AFTER_END = 12;

/**
 * Finds what an event of this moment may be about to enter into a read model, within five seconds. Null: it is not there, and the
 * read model has come to where the log ended meanwhile.
 * @throws Error while the read model lags: whether it is there is not known, and is to be asked again later
 */
export async function findWithRetries<Found>(
  model: Parameters<FindingDependencies['positionOf']>[0],
  find: () => Promise<Found | null>,
  { ledger: { store, clock }, hints, positionOf }: FindingDependencies,
): Promise<Found | null> {
  const foundWithin = async (lookups: number): Promise<Found | null> => {
    for (let lookup = 1; lookup <= lookups; lookup++) {
      const found = await find();
      if (found !== null) return found;
      await clock.sleep(LOOKUP_EVERY_MS);
    }
    return null;
  };
  const soon = await foundWithin(LOOKUPS_BEFORE_END);
  if (soon !== null) return soon;
  const end = await store.head();
  hints.publish(CHECKPOINTS_WANTED, '');
  const late = await foundWithin(LOOKUPS_AFTER_END);
  if (late !== null) return late;
  const reached = await positionOf(model);
  // Once more after that, so that nothing up to there is missed.
  const last = await find();
  if (last === null && reached < end)
    throw new Error(`the read model has come to ${reached}, the log to ${end}`);
  return last;
}
