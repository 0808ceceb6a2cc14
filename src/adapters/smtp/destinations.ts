import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { DestinationRest } from '../../ports/mailer.ts';

/** Destinations that are left alone for a while, after they said that they are busy or could not be reached. */
export interface Destinations {
  /** Null: it may be spoken to. */
  restOf(domain: string): DestinationRest | null;
  /** Leaves it alone: for longer each time, until it takes something. */
  busy(domain: string, diagnostic: string): DestinationRest;
  /** It took a message, or said something of one. */
  fine(domain: string): void;
}

const FIRST_REST_MS = 5 * 60_000;
const LONGEST_REST_MS = 3_600_000;
/** What was put off together comes back apart, and never early. */
const JITTER = 0.4;
/** Far more than are busy at once; the one that was busy longest ago goes. */
const MAX_KNOWN = 10_000;

export function destinations({
  clock,
  ids,
}: {
  clock: Pick<Clock, 'monotonicMs'>;
  ids: Pick<Ids, 'randomBytes'>;
}): Destinations {
  const known = new Map<
    string,
    { readonly times: number; readonly untilMs: number; readonly diagnostic: string }
  >();
  const later = (ms: number) => Math.round(ms * (1 + (ids.randomBytes(2).readUInt16BE() / 65_536) * JITTER));
  return {
    restOf(domain) {
      const { untilMs, diagnostic } = known.get(domain) ?? { untilMs: 0, diagnostic: '' };
      const leftMs = untilMs - clock.monotonicMs();
      return leftMs > 0 ? { retryAfterMs: later(leftMs), diagnostic } : null;
    },
    busy(domain, diagnostic) {
      const nowMs = clock.monotonicMs();
      const before = known.get(domain);
      const isResting = before !== undefined && before.untilMs > nowMs;
      // Transactions that were under way together are busy together: that counts once.
      const times = isResting ? before.times : (before?.times ?? 0) + 1;
      const untilMs = isResting
        ? before.untilMs
        : nowMs + Math.min(FIRST_REST_MS * 2 ** (times - 1), LONGEST_REST_MS);
      known.delete(domain);
      known.set(domain, { times, untilMs, diagnostic });
      const oldest = known.size > MAX_KNOWN ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      return { retryAfterMs: later(untilMs - nowMs), diagnostic };
    },
    fine: (domain) => void known.delete(domain),
  };
}
