import { RevisionConflict } from '../../ports/eventStore.ts';
import type { Ledger } from './ledger.ts';

/** Attempts on a stream that other calls keep changing. */
export const MAX_CONFLICT_ATTEMPTS = 50;

/** Bounds of the backoff: 50 attempts wait for less than five seconds altogether. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/**
 * Runs `attempt`, which loads, decides and appends, and retries it after a revision conflict: the first retry at once,
 * since most conflicts end there, then with a growing random backoff.
 *
 * `lose` gets the function that does the retries, and runs it: by default at once.
 * @throws RevisionConflict of the last of MAX_CONFLICT_ATTEMPTS, and any other error of `attempt`
 */
export async function retryOnConflict<Result>(
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
        if (!(error instanceof RevisionConflict) || attempts === MAX_CONFLICT_ATTEMPTS) throw error;
      }
      const boundMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 2), LONGEST_PAUSE_MS);
      const share = ids.randomBytes(2).readUInt16BE() / 0x1_0000;
      await clock.sleep(Math.ceil(boundMs * share));
    }
  });
}
