import type { AttemptKind } from '../projections/webhookWork.ts';
import { type EndpointAnswer, type EndpointHealth, endpointHealth, type Standing } from './endpointHealth.ts';

/** Attempts under way at once, over all endpoints: posts, and outcomes that are being written to the log. */
export const MAX_IN_FLIGHT = 256;
/** Posts at once to an endpoint that answers; an unknown or silent endpoint gets a single one, as a probe. */
const MAX_PER_ENDPOINT = 8;
/** Endpoints whose answers are remembered at most; beyond it those that answered longest ago count as unknown again. */
const MAX_REMEMBERED = 10_000;

/** The bounds of all slots together; absent: the usual ones. */
export interface SlotOptions {
  /** Attempts under way at once, over all endpoints. */
  readonly maxInFlight?: number;
  /** Posts to one endpoint at once. */
  readonly maxPerEndpoint?: number;
  /** Endpoints whose answers are remembered. */
  readonly maxRemembered?: number;
}

/** One attempt's place. */
export interface Slot {
  /** The post is over: the endpoint's slot is free, its place among all attempts is free when the outcome is recorded. */
  posted(answer: EndpointAnswer): void;
  /** The outcome is recorded. */
  ended(): void;
}

/** First attempts leave room to all others, and those to first attempts. */
type SlotClass = 'first' | 'retry';

/** Which endpoints may post now. */
export interface Slots {
  standing(endpointId: string): Standing;
  /** What is known of an endpoint from before the start of this process; what it has shown since counts more. */
  restore(endpointId: string, standing: Standing): void;
  /** Whether any endpoint of that standing may have another slot for such an attempt. */
  hasRoom(standing: Standing, kind: AttemptKind): boolean;
  /** Takes a slot; null when the endpoint may not have one now. */
  take(endpointId: string, kind: AttemptKind): Slot | null;
  readonly inFlight: Readonly<Record<SlotClass | 'probe', number>>;
}

interface Endpoint {
  readonly health: EndpointHealth;
  /** Its posts under way. */
  open: number;
}

/** How all slots are shared out. A post to a slow or silent endpoint holds its slot for seconds, one to a fast one does not. */
const shares = (maxInFlight: number) => ({
  /** Posts to endpoints that are not fast: a quarter is left to those that are. */
  maxNotFast: (maxInFlight * 3) / 4,
  maxOpen: {
    fast: maxInFlight,
    slow: maxInFlight / 2,
    silent: maxInFlight / 2,
    unknown: (maxInFlight * 3) / 4,
  },
  /** Of one class, attempts whose outcome is being recorded too. */
  maxOfAClass: {
    fast: (maxInFlight * 3) / 4,
    slow: (maxInFlight * 3) / 8,
    silent: (maxInFlight * 3) / 8,
    unknown: (maxInFlight * 5) / 8,
  },
});

const classOf = (kind: AttemptKind): SlotClass => (kind === 'first' ? 'first' : 'retry');
const none = () => ({ first: 0, retry: 0 });

export function openSlots({
  maxInFlight = MAX_IN_FLIGHT,
  maxPerEndpoint = MAX_PER_ENDPOINT,
  maxRemembered = MAX_REMEMBERED,
}: SlotOptions = {}): Slots {
  const { maxNotFast, maxOpen, maxOfAClass } = shares(maxInFlight);
  const endpoints = new Map<string, Endpoint>();
  /** Open posts by the standing of the endpoint when they began. */
  const open: Record<Standing, number> = { fast: 0, slow: 0, silent: 0, unknown: 0 };
  /** Those in flight, in all and by the standing of their endpoint when they began. */
  const inFlight = none();
  const byStanding = { fast: none(), slow: none(), silent: none(), unknown: none() };

  const standingOf = (endpointId: string) => endpoints.get(endpointId)?.health.standing ?? 'unknown';
  const maxPosts = (standing: Standing) => {
    // While slow endpoints are many, each has one post before any has a second.
    const hasMore = standing === 'fast' || (standing === 'slow' && open.slow < maxOpen.slow / 2);
    return hasMore ? maxPerEndpoint : 1;
  };
  const hasRoom: Slots['hasRoom'] = (standing, kind) => {
    if (inFlight.first + inFlight.retry >= maxInFlight) return false;
    if (byStanding[standing][classOf(kind)] >= maxOfAClass[standing]) return false;
    if (standing === 'fast') return true;
    return open[standing] < maxOpen[standing] && open.slow + open.silent + open.unknown < maxNotFast;
  };
  const remember = (endpointId: string, endpoint: Endpoint) => {
    endpoints.delete(endpointId);
    endpoints.set(endpointId, endpoint);
    if (endpoints.size <= maxRemembered) return;
    for (const [oldest, { open: posts }] of endpoints) {
      if (posts > 0) continue;
      endpoints.delete(oldest);
      return;
    }
  };

  return {
    standing: standingOf,
    restore(endpointId, standing) {
      if (endpoints.has(endpointId)) return;
      remember(endpointId, { health: endpointHealth(standing), open: 0 });
    },
    hasRoom,
    take(endpointId, kind) {
      const endpoint = endpoints.get(endpointId) ?? { health: endpointHealth(), open: 0 };
      const { standing } = endpoint.health;
      if (!hasRoom(standing, kind) || endpoint.open >= maxPosts(standing)) return null;
      const slotClass = classOf(kind);
      endpoints.set(endpointId, endpoint);
      endpoint.open++;
      open[standing]++;
      inFlight[slotClass]++;
      byStanding[standing][slotClass]++;
      return {
        posted(answer) {
          endpoint.open--;
          open[standing]--;
          endpoint.health.answered(answer);
          remember(endpointId, endpoint);
        },
        ended() {
          inFlight[slotClass]--;
          byStanding[standing][slotClass]--;
        },
      };
    },
    get inFlight() {
      return { ...inFlight, probe: open.silent + open.unknown };
    },
  };
}
