import type { PartStore } from '../../ports/parts.ts';
import { commitmentsOf } from './commitments.ts';
import type { BareLog } from './engineParts.ts';

/** A part may be put this long before the append of its event, with all its repetitions. */
const YOUNG_MS = 86_400_000;
/** Parts of one round. */
const AT_ONCE = 200;

/**
 * One round over the oldest unmarked parts: the log is asked for the event of each, those whose event commits to them are
 * marked, and the others removed. A part that is put again meanwhile stays. Any number of processes may do it at once.
 * Resolves true when there may be more. @throws EventStoreUnavailable
 */
export async function sweepParts(parts: PartStore, log: BareLog, nowMs: number): Promise<boolean> {
  const beforeMs = nowMs - YOUNG_MS;
  const left = await parts.unmarked(beforeMs, AT_ONCE);
  for (const stream of new Set(left.map((part) => part.stream))) {
    // An event that was appended by an earlier try of the same request has its parts, and not those of the later one.
    const committed = new Set((await log.readStream(stream)).flatMap(commitmentsOf));
    const own = left.filter((part) => part.stream === stream).map(({ commitment }) => commitment);
    await parts.mark(own.filter((commitment) => committed.has(commitment)));
    await parts.remove(
      own.filter((commitment) => !committed.has(commitment)),
      beforeMs,
    );
  }
  return left.length === AT_ONCE;
}
