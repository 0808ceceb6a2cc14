import type { AttemptKind } from '../projections/webhookWork.ts';

/** Attempts under way at once, over all endpoints: posts and, behind them, outcomes on their way to the log. */
export const MAX_IN_FLIGHT = 256;
/** Posts to one endpoint at once. */
export const MAX_PER_ENDPOINT = 8;

/** Of all slots, those that only endpoints which have answered of late may use: a quarter. */
const KEPT_FOR_PROVEN = MAX_IN_FLIGHT / 4;
/** Endpoints that have yet to answer share so many slots before each has one alone. */
const UNPROVEN_AT_EASE = MAX_IN_FLIGHT / 2;
/** Probes of endpoints that timed out, over all of them. */
const MAX_PROBES = MAX_IN_FLIGHT / 2;
/** First attempts leave so many to retries, and retries to first attempts. */
const KEPT_FOR_THE_OTHER = MAX_IN_FLIGHT / 4;
/** Endpoints whose answers are remembered; of more, those heard of longest ago are strangers again. */
const MAX_REMEMBERED = 10_000;

/**
 * `proven`: its last attempt was answered soon; `unproven`: nothing is known, or its answers take long; `suspect`: its
 * last attempts timed out.
 */
export type Standing = 'proven' | 'unproven' | 'suspect';

/** What an attempt tells of its endpoint: `nothing` for failures that cost no time, such as a refused connection. */
export type Heard = 'answered soon' | 'answered late' | 'silence' | 'nothing';

/** Who may post now. An endpoint that hangs has one slot, as a probe, until it answers. */
export interface Slots {
  standing(endpointId: string): Standing;
  /** Whether any endpoint of that standing may have another slot for such an attempt. */
  hasRoom(standing: Standing, kind: AttemptKind): boolean;
  /** Takes a slot; false when the endpoint may not have one now. */
  take(endpointId: string, kind: AttemptKind): boolean;
  /** The post is over: the endpoint's slot is free, the place among all is kept until the outcome is recorded. */
  posted(endpointId: string, heard: Heard): void;
  /** The outcome is recorded. */
  ended(kind: AttemptKind): void;
  readonly inFlight: Readonly<Record<AttemptKind | 'probe', number>>;
}

interface Endpoint {
  standing: Standing;
  readonly open: Map<Standing, number>;
}

export function openSlots(): Slots {
  const endpoints = new Map<string, Endpoint>();
  /** Open posts by the standing of the endpoint when they began. */
  const open: Record<Standing, number> = { proven: 0, unproven: 0, suspect: 0 };
  const inFlight = { first: 0, retry: 0 };

  const known = (endpointId: string): Endpoint => {
    const before = endpoints.get(endpointId);
    if (before !== undefined) return before;
    const stranger: Endpoint = { standing: 'unproven', open: new Map() };
    endpoints.set(endpointId, stranger);
    return stranger;
  };
  const openAt = (endpoint: Endpoint) => [...endpoint.open.values()].reduce((sum, count) => sum + count, 0);
  const untrusted = () => open.unproven + open.suspect;
  const hasRoom: Slots['hasRoom'] = (standing, kind) => {
    if (inFlight.first + inFlight.retry >= MAX_IN_FLIGHT) return false;
    if (inFlight[kind] >= MAX_IN_FLIGHT - KEPT_FOR_THE_OTHER) return false;
    if (standing === 'proven') return true;
    if (untrusted() >= MAX_IN_FLIGHT - KEPT_FOR_PROVEN) return false;
    return standing === 'unproven' || open.suspect < MAX_PROBES;
  };
  const limitOf = (standing: Standing) => {
    if (standing === 'suspect') return 1;
    return standing === 'unproven' && untrusted() >= UNPROVEN_AT_EASE ? 1 : MAX_PER_ENDPOINT;
  };
  const remember = (endpointId: string, endpoint: Endpoint) => {
    endpoints.delete(endpointId);
    endpoints.set(endpointId, endpoint);
    if (endpoints.size <= MAX_REMEMBERED) return;
    for (const [oldest, { open: posts }] of endpoints) {
      if (posts.size > 0) continue;
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
      if (!hasRoom(standing, kind) || openAt(endpoint) >= limitOf(standing)) return false;
      endpoint.open.set(standing, (endpoint.open.get(standing) ?? 0) + 1);
      open[standing]++;
      inFlight[kind]++;
      return true;
    },
    posted(endpointId, heard) {
      const endpoint = known(endpointId);
      // Which of its posts this was does not matter: they are counted, not told apart.
      const [[began, count] = ['unproven' as Standing, 0]] = endpoint.open;
      if (count > 1) endpoint.open.set(began, count - 1);
      else endpoint.open.delete(began);
      if (count > 0) open[began]--;
      if (heard === 'answered soon') endpoint.standing = 'proven';
      if (heard === 'answered late') endpoint.standing = 'unproven';
      if (heard === 'silence') endpoint.standing = 'suspect';
      remember(endpointId, endpoint);
    },
    ended(kind) {
      inFlight[kind]--;
    },
    get inFlight() {
      return { ...inFlight, probe: open.suspect };
    },
  };
}
