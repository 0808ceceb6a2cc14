import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { DestinationRest } from '../../ports/mailer.ts';

const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 3_600_000;
/** Spreads messages that were deferred together; none comes back early. */
const JITTER = 0.4;
/** Far more than are busy at once; the least recently used is removed. */
const MAX_RESTING = 10_000;

/** Sites that rest for a while after they reported that they are busy or could not be reached, and domains whose DNS failed. */
export function restingDestinations({
  clock,
  ids,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly ids: Pick<Ids, 'randomBytes'>;
}) {
  const known = new LRUCache<string, { times: number; untilMs: number; diagnostic: string }>({
    max: MAX_RESTING,
  });
  const later = (ms: number) => Math.round(ms * (1 + (ids.randomBytes(2).readUInt16BE() / 65_536) * JITTER));
  return {
    /** Null: messages may be sent to it. */
    restOf(name: string): DestinationRest | null {
      const { untilMs, diagnostic } = known.peek(name) ?? { untilMs: 0, diagnostic: '' };
      const leftMs = untilMs - clock.monotonicMs();
      return leftMs > 0 ? { retryAfterMs: later(leftMs), diagnostic } : null;
    },
    /** Lets it rest, longer each time, until it takes a message. */
    busy(name: string, diagnostic: string): DestinationRest {
      const nowMs = clock.monotonicMs();
      const before = known.peek(name);
      const isResting = before !== undefined && before.untilMs > nowMs;
      // Transactions that were in flight together are refused together: that counts once.
      const times = isResting ? before.times : (before?.times ?? 0) + 1;
      const untilMs = isResting
        ? before.untilMs
        : nowMs + Math.min(FIRST_REST_MS * 2 ** (times - 1), LONGEST_REST_MS);
      known.set(name, { times, untilMs, diagnostic });
      return { retryAfterMs: later(untilMs - nowMs), diagnostic };
    },
    /** It took a message, or answered about one. */
    fine: (name: string) => void known.delete(name),
  };
}
