import type { Position } from '../../events/event.ts';
import type { Clock } from '../../ports/clock.ts';

const LOOKS = 5;
const LOOK_AGAIN_MS = 500;

/**
 * Where the log ends, asked again for two seconds while that is before a position which is known from elsewhere: a leader that was
 * frozen, or has just been elected, answers with an end that is up to 1.2 s old, and nothing may be marked or refused by it. Null: unknown.
 */
export async function confirmedEnd(
  known: Position,
  end: () => Promise<Position | null>,
  clock: Pick<Clock, 'sleep'>,
): Promise<Position | null> {
  for (let look = 1; ; look++) {
    const found = await end();
    if (found === null || found >= known || look === LOOKS) return found;
    await clock.sleep(LOOK_AGAIN_MS);
  }
}
