import { RevisionConflict } from '../../ports/eventStore.ts';
import type { Ledger } from './ledger.ts';

/** Attempts on a stream that others keep changing. */
export const MAX_ATTEMPTS = 50;

/** Bounds of the pauses between attempts: together 50 attempts pause for less than five seconds. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/**
 * Does what loads, decides and appends, again and again while others are faster: the second time at once, since most
 * races end there, then after pauses of random length that grow, so that rivals part.
 *
 * `lose` runs what comes after the first lost race: by default right away.
 * @throws RevisionConflict of the last of MAX_ATTEMPTS, and whatever else `attempt` throws
 */
export async function race<Result>(
  { clock, ids }: Pick<Ledger, 'clock' | 'ids'>,
  attempt: () => Promise<Result>,
  lose: (again: () => Promise<Result>) => Promise<Result> = (again) => again(),
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
  }
  return lose(async () => {
    for (let attempts = 2; ; attempts++) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof RevisionConflict) || attempts === MAX_ATTEMPTS) throw error;
      }
      const boundMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 2), LONGEST_PAUSE_MS);
      const share = ids.randomBytes(2).readUInt16BE() / 0x1_0000;
      await clock.sleep(Math.ceil(boundMs * share));
    }
  });
}
