import type { AttemptKind } from '../projections/webhookWork.ts';

/** Attempts under way at once, over all endpoints: posts, and outcomes that are being written to the log. */
export const MAX_IN_FLIGHT = 256;
/** Posts to one endpoint at once. */
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

/** The bounds, and how all slots are shared out. */
interface Shares extends Required<SlotOptions> {
  /** Those that only endpoints which have answered of late may use: a quarter. */
  readonly reservedForProven: number;
  /** Endpoints that have yet to answer share so many slots before each has one alone. */
  readonly unprovenAtEase: number;
  /** Probes of endpoints that timed out, over all of them. */
  readonly maxProbes: number;
  /** First attempts leave room to retries, and retries to first attempts: so many of one kind at most. */
  readonly maxOfAKind: Readonly<Record<Standing, number>>;
}

const sharesOf = ({
  maxInFlight = MAX_IN_FLIGHT,
  maxPerEndpoint = MAX_PER_ENDPOINT,
  maxRemembered = MAX_REMEMBERED,
}: SlotOptions): Shares => ({
  maxInFlight,
  maxPerEndpoint,
  maxRemembered,
  reservedForProven: maxInFlight / 4,
  unprovenAtEase: maxInFlight / 2,
  maxProbes: maxInFlight / 2,
  maxOfAKind: {
    proven: (maxInFlight / 4) * 3,
    unproven: maxInFlight / 2,
    suspect: (maxInFlight / 8) * 3,
  },
});

/**
 * `proven`: its last attempt was answered soon; `unproven`: nothing is known, or its answers take long; `suspect`: its
 * last attempts timed out.
 */
export type Standing = 'proven' | 'unproven' | 'suspect';

/** What an attempt shows of its endpoint: `nothing` for failures that cost no time, such as a refused connection. */
export type EndpointAnswer = 'answered soon' | 'answered late' | 'silence' | 'nothing';

/** One attempt's place. */
export interface Slot {
  /** The post is over: the endpoint's slot is free, its place among all attempts is free when the outcome is recorded. */
  posted(heard: EndpointAnswer): void;
  /** The outcome is recorded. */
  ended(): void;
}

/** Which endpoints may post now. An endpoint that hangs has one slot, as a probe, until it answers. */
export interface Slots {
  standing(endpointId: string): Standing;
  /** Whether any endpoint of that standing may have another slot for such an attempt. */
  hasRoom(standing: Standing, kind: AttemptKind): boolean;
  /** Takes a slot; null when the endpoint may not have one now. */
  take(endpointId: string, kind: AttemptKind): Slot | null;
  readonly inFlight: Readonly<Record<AttemptKind | 'probe', number>>;
}

function standingAfter(answer: EndpointAnswer, before: Standing): Standing {
  switch (answer) {
    case 'answered soon':
      return 'proven';
    case 'answered late':
      return 'unproven';
    case 'silence':
      return 'suspect';
    case 'nothing':
      return before;
  }
}

interface Endpoint {
  standing: Standing;
  /** Its posts under way. */
  open: number;
}

function limitOf(standing: Standing, untrusted: number, { unprovenAtEase, maxPerEndpoint }: Shares): number {
  if (standing === 'suspect') return 1;
  return standing === 'unproven' && untrusted >= unprovenAtEase ? 1 : maxPerEndpoint;
}

export function openSlots(bounds: SlotOptions = {}): Slots {
  const shares = sharesOf(bounds);
  const { maxInFlight, maxRemembered, reservedForProven, maxProbes, maxOfAKind } = shares;
  const endpoints = new Map<string, Endpoint>();
  /** Open posts by the standing of the endpoint when they began. */
  const open: Record<Standing, number> = { proven: 0, unproven: 0, suspect: 0 };
  const inFlight = { first: 0, retry: 0 };
  /** Those in flight by the standing of their endpoint when they began. */
  const byStanding = {
    proven: { first: 0, retry: 0 },
    unproven: { first: 0, retry: 0 },
    suspect: { first: 0, retry: 0 },
  };

  const known = (endpointId: string): Endpoint => {
    const before = endpoints.get(endpointId);
    if (before !== undefined) return before;
    const stranger: Endpoint = { standing: 'unproven', open: 0 };
    endpoints.set(endpointId, stranger);
    return stranger;
  };
  const untrusted = () => open.unproven + open.suspect;
  const hasRoom: Slots['hasRoom'] = (standing, kind) => {
    if (inFlight.first + inFlight.retry >= maxInFlight) return false;
    if (byStanding[standing][kind] >= maxOfAKind[standing]) return false;
    if (standing === 'proven') return true;
    if (untrusted() >= maxInFlight - reservedForProven) return false;
    return standing === 'unproven' || open.suspect < maxProbes;
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
    standing: (endpointId) => endpoints.get(endpointId)?.standing ?? 'unproven',
    hasRoom,
    take(endpointId, kind) {
      const endpoint = known(endpointId);
      const { standing } = endpoint;
      if (!hasRoom(standing, kind) || endpoint.open >= limitOf(standing, untrusted(), shares)) return null;
      endpoint.open++;
      open[standing]++;
      inFlight[kind]++;
      byStanding[standing][kind]++;
      return {
        posted(answer) {
          endpoint.open--;
          open[standing]--;
          endpoint.standing = standingAfter(answer, endpoint.standing);
          remember(endpointId, endpoint);
        },
        ended() {
          inFlight[kind]--;
          byStanding[standing][kind]--;
        },
      };
    },
    get inFlight() {
      return { ...inFlight, probe: open.suspect };
    },
  };
}
