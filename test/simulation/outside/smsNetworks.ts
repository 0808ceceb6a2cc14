import type { Chance } from '../chance.ts';
import type { SmsBehaviour, SmsNetworkPlan } from '../plan.ts';

/** What a network does to one segment. */
export interface Answered {
  readonly takesMs: number;
  readonly outcome: 'taken' | 'refused' | 'later';
  /** Whether it has the segment, whatever its answer comes to. */
  readonly has: boolean;
  /** The carrier takes nothing from this process for so long. */
  readonly closesForMs: number;
  /** What it reports, so long after it has the segment; null: nothing. */
  readonly reports: { readonly state: 'delivered' | 'failed'; readonly afterMs: number } | null;
}

const TAKES_MS = [10, 200] as const;
/** A request that is not answered is given up after this. */
const HANGS_MS = 60_000;
/** The pauses of a carrier that throttles. */
const CLOSED_MS = [200, 30_000] as const;
const SOON_MS = [500, 60_000] as const;
const HOUR_MS = 3_600_000;
/** So many of its messages a network that throttles or loses answers treats so. */
const SHARE = 0.5;

/** The networks that the carrier reaches; a number of none of them is one that takes everything. */
export function smsNetworks(networks: readonly SmsNetworkPlan[], chance: Chance) {
  const usual = (): Answered => ({
    ...{ takesMs: chance.between(...TAKES_MS), outcome: 'taken', has: true, closesForMs: 0 },
    reports: { state: 'delivered', afterMs: chance.between(...SOON_MS) },
  });
  const doing: Readonly<Record<SmsBehaviour, () => Answered>> = {
    takes: usual,
    refuses: () => ({ ...usual(), outcome: 'refused', has: false }),
    throttles() {
      if (!chance.is(SHARE)) return usual();
      const closesForMs = chance.between(...CLOSED_MS);
      return { ...usual(), closesForMs, takesMs: closesForMs + chance.between(...TAKES_MS) };
    },
    hangs: () => ({ ...usual(), takesMs: HANGS_MS, outcome: 'later', has: false }),
    'loses answers': () => (chance.is(SHARE) ? { ...usual(), outcome: 'later' } : usual()),
    'reports early': () => ({ ...usual(), reports: { state: 'delivered', afterMs: 0 } }),
    'reports late': () => ({
      ...usual(),
      reports: { state: 'delivered', afterMs: chance.between(0.1, 2) * HOUR_MS },
    }),
    'reports failure': () => ({
      ...usual(),
      reports: { state: 'failed', afterMs: chance.between(...SOON_MS) },
    }),
    'reports nothing': () => ({ ...usual(), reports: null }),
  };
  return {
    answer(to: string): Answered {
      const network = networks.find(({ prefix }) => to.startsWith(prefix));
      return doing[network?.behaviour ?? 'takes']();
    },
  };
}
