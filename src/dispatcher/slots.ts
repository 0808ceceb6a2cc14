import type { AttemptKind } from '../projections/webhookWork.ts';
import type { Usage } from '../queues/usage.ts';
import {
  type EndpointAnswer,
  type EndpointHealth,
  endpointHealth,
  SPEED_CLASSES,
  type SpeedClass,
} from './endpointHealth.ts';

/** Attempts under way at once, over all endpoints: posts, and outcomes that are being written to the log. */
export const MAX_IN_FLIGHT = 256;
/** Posts at once to an endpoint that answers; an unknown or silent endpoint gets a single one, as a probe. */
const MAX_PER_ENDPOINT = 8;
/** Endpoints whose answers are remembered at most; beyond it those that answered longest ago count as unknown again. */
const MAX_REMEMBERED = 10_000;

/** The bounds of all slots together; absent: the usual ones. */
export interface SlotBounds {
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

/** The shares of all slots, by the speed class of endpoints; a fast endpoint that has used little is `light`. */
export const SHARES = ['light', ...SPEED_CLASSES] as const;
export type SlotShare = (typeof SHARES)[number];

/** Which endpoints may post now. */
export interface Slots {
  speedClass(endpointId: string): SpeedClass;
  /** Of which share the endpoint may have slots now. */
  shareOf(endpointId: string): SlotShare;
  /** How long an attempt at the endpoint will take. */
  expectedMs(endpointId: string): number;
  /**
   * What is known of an endpoint from before the start of this process, with what its answers took; what it has shown since
   * counts more.
   */
  restore(endpointId: string, speedClass: SpeedClass, answerMs: number | null): void;
  /** Whether any endpoint may have another slot of the share for such an attempt. */
  hasRoom(share: SlotShare, kind: AttemptKind): boolean;
  /** Whether the endpoint has fewer posts open than it may have by itself: only the end of one of them changes that. */
  hasOwnRoom(endpointId: string): boolean;
  /** Whether the endpoint may have a slot for such an attempt now. */
  mayTake(endpointId: string, kind: AttemptKind): boolean;
  /** Takes a slot; null when the endpoint may not have one now. */
  take(endpointId: string, kind: AttemptKind): Slot | null;
  readonly inFlight: Readonly<Record<SlotClass | 'probe', number>>;
}

interface Endpoint {
  readonly health: EndpointHealth;
  /** Its posts under way. */
  open: number;
}

/**
 * How all slots are shared out. A post to a slow or silent endpoint holds its slot for seconds, one to a fast one does not; and
 * the last eighth is for light endpoints alone, which have used little, so that they wait for no backlog.
 */
const shares = (maxInFlight: number) => ({
  /** Posts to endpoints that are not fast: a quarter is left to those that are. */
  maxNotFast: (maxInFlight * 3) / 4,
  maxNotLight: (maxInFlight * 7) / 8,
  maxOpen: {
    light: maxInFlight,
    fast: maxInFlight,
    slow: maxInFlight / 2,
    silent: maxInFlight / 2,
    unknown: (maxInFlight * 3) / 4,
  },
  /** Of one class, attempts whose outcome is being recorded too. */
  maxOfAClass: {
    light: (maxInFlight * 3) / 4,
    fast: (maxInFlight * 3) / 4,
    slow: (maxInFlight * 3) / 8,
    silent: (maxInFlight * 3) / 8,
    unknown: (maxInFlight * 5) / 8,
  },
});

const classOf = (kind: AttemptKind): SlotClass => (kind === 'first' ? 'first' : 'retry');
const none = () => ({ first: 0, retry: 0 });
const UNKNOWN = endpointHealth();

/** The places that are taken, by share. */
function places(maxInFlight: number) {
  const { maxNotFast, maxNotLight, maxOpen, maxOfAClass } = shares(maxInFlight);
  /** Open posts by the share of the endpoint when they began. */
  const open: Record<SlotShare, number> = { light: 0, fast: 0, slow: 0, silent: 0, unknown: 0 };
  /** Those in flight, in all and by the share of their endpoint when they began. */
  const inFlight = none();
  const byShare = { light: none(), fast: none(), slow: none(), silent: none(), unknown: none() };
  return {
    open,
    inFlight,
    hasRoom(share: SlotShare, kind: AttemptKind): boolean {
      if (inFlight.first + inFlight.retry >= (share === 'light' ? maxInFlight : maxNotLight)) return false;
      if (byShare[share][classOf(kind)] >= maxOfAClass[share]) return false;
      if (share === 'light' || share === 'fast') return true;
      return open[share] < maxOpen[share] && open.slow + open.silent + open.unknown < maxNotFast;
    },
    /** While slow endpoints are many, each has one post before any has a second. */
    hasSecond: () => open.slow < maxOpen.slow / 2,
    take(share: SlotShare, kind: AttemptKind) {
      const slotClass = classOf(kind);
      open[share]++;
      inFlight[slotClass]++;
      byShare[share][slotClass]++;
      return {
        posted: () => void open[share]--,
        ended() {
          inFlight[slotClass]--;
          byShare[share][slotClass]--;
        },
      };
    },
  };
}

/** `usage`: what each endpoint has used of the slots. */
export function openSlots(usage: Pick<Usage, 'isLight'>, bounds: SlotBounds = {}): Slots {
  const { maxInFlight = MAX_IN_FLIGHT, maxPerEndpoint = MAX_PER_ENDPOINT } = bounds;
  const { maxRemembered = MAX_REMEMBERED } = bounds;
  const { open, inFlight, hasRoom, hasSecond, take } = places(maxInFlight);
  const endpoints = new Map<string, Endpoint>();

  const healthOf = (endpointId: string) => endpoints.get(endpointId)?.health ?? UNKNOWN;
  const shareOf = (endpointId: string): SlotShare => {
    const { speedClass, expectedMs } = healthOf(endpointId);
    return speedClass === 'fast' && usage.isLight(endpointId, expectedMs) ? 'light' : speedClass;
  };
  const openOf = (endpointId: string) => endpoints.get(endpointId)?.open ?? 0;
  const hasOwnRoom = (endpointId: string) => {
    const { speedClass } = healthOf(endpointId);
    return openOf(endpointId) < (speedClass === 'fast' || speedClass === 'slow' ? maxPerEndpoint : 1);
  };
  const mayTake = (endpointId: string, kind: AttemptKind) => {
    const share = shareOf(endpointId);
    if (!hasRoom(share, kind) || !hasOwnRoom(endpointId)) return false;
    return share !== 'slow' || openOf(endpointId) === 0 || hasSecond();
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
    speedClass: (endpointId) => healthOf(endpointId).speedClass,
    expectedMs: (endpointId) => healthOf(endpointId).expectedMs,
    shareOf,
    hasOwnRoom,
    restore(endpointId, speedClass, answerMs) {
      if (endpoints.has(endpointId)) return;
      remember(endpointId, { health: endpointHealth(speedClass, answerMs), open: 0 });
    },
    hasRoom,
    mayTake,
    take(endpointId, kind) {
      if (!mayTake(endpointId, kind)) return null;
      const share = shareOf(endpointId);
      const endpoint = endpoints.get(endpointId) ?? { health: endpointHealth(), open: 0 };
      endpoints.set(endpointId, endpoint);
      endpoint.open++;
      const place = take(share, kind);
      return {
        posted(answer) {
          endpoint.open--;
          place.posted();
          endpoint.health.answered(answer);
          remember(endpointId, endpoint);
        },
        ended: place.ended,
      };
    },
    get inFlight() {
      return { ...inFlight, probe: open.silent + open.unknown };
    },
  };
}
