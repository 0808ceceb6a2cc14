import type { Position, RecordedEvent } from '../../../src/events/event.ts';
import type { Random } from '../../support/seededRandom.ts';
import type { Moment } from './deliveryRules.ts';
import type { SimulatedLog } from './simulatedLog.ts';

const HOUR_MS = 3_600_000;
/**
 * Endpoints that are often off for a while; every fourth one is off seldom and for days, and every eighth once, for
 * longer than its deliveries live, whatever steps of the clock take away.
 */
const SHORT = { times: 30, leastMs: 0, mostMs: 3 * HOUR_MS };
const LONG = { times: 3, leastMs: 40 * HOUR_MS, mostMs: 110 * HOUR_MS };
const ONCE = { times: 1, leastMs: 130 * HOUR_MS, mostMs: 150 * HOUR_MS };

export interface Switching {
  readonly atMs: number;
  readonly on: boolean;
}

interface Endpoint {
  readonly switched: { readonly position: Position; readonly atMs: number; readonly on: boolean }[];
  able: Moment;
  isOff: boolean;
}

/** The endpoints of a simulation, and what the rules have to know of their being off. */
export function simulatedEndpoints(log: SimulatedLog) {
  const endpoints = new Map<string, Endpoint>();
  const of = (endpointId: string): Endpoint => {
    const endpoint = endpoints.get(endpointId);
    if (endpoint === undefined) throw new Error(`no endpoint ${endpointId}`);
    return endpoint;
  };
  return {
    add(endpointId: string, at: Moment) {
      const url = `https://x.test/${endpointId}`;
      const data = { endpointId, name: 'n', url, events: ['*'], sealedSecret: 's' };
      log.append('webhooks-w', 'WebhookEndpointCreated', data, at.wallMs);
      endpoints.set(endpointId, { switched: [], able: at, isOff: false });
    },
    /** False when it is so already. */
    switchTo(endpointId: string, on: boolean, at: Moment): boolean {
      const endpoint = of(endpointId);
      if (endpoint.isOff === !on) return false;
      const data = { endpointId, status: on ? 'ACTIVE' : 'DISABLED' };
      const position = log.append('webhooks-w', 'WebhookEndpointChanged', data, at.wallMs);
      endpoint.switched.push({ position, atMs: at.wallMs, on });
      endpoint.isOff = !on;
      if (on) endpoint.able = at;
      return true;
    },
    isOff: (endpointId: string) => of(endpointId).isOff,
    able: (endpointId: string) => of(endpointId).able,
    /** A clock that was set back makes nothing able later. */
    stepped(now: Moment) {
      for (const endpoint of endpoints.values())
        endpoint.able = { ...endpoint.able, wallMs: Math.min(endpoint.able.wallMs, now.wallMs) };
    },
    offSinceMs(endpointId: string, { position }: RecordedEvent): number | null {
      const last = of(endpointId).switched.findLast((one) => one.position < position);
      return last === undefined || last.on ? null : last.atMs;
    },
  };
}

/** When an endpoint is switched off and on again, from a date on. */
export function switchings(random: Random, n: number, fromMs: number, days: number): readonly Switching[] {
  const { times, leastMs, mostMs } = n % 8 === 0 ? ONCE : n % 4 === 0 ? LONG : SHORT;
  return Array.from({ length: times }, () => {
    const atMs = fromMs + Math.floor(random() * days * 24 * HOUR_MS);
    const onAtMs = atMs + leastMs + Math.floor(random() * (mostMs - leastMs));
    return [
      { atMs, on: false },
      { atMs: onAtMs, on: true },
    ];
  }).flat();
}
