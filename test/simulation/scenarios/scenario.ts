import type { Rule } from '../auditor/rule.ts';
import type { ClientPlan, Plan, PlannedEvent } from '../plan.ts';
import { inOrder } from '../planning/planOf.ts';

/** A small world of its own, in which one thing happens that must go well. */
export interface Scenario {
  readonly name: string;
  /** The issue that mends it. */
  readonly issue: number;
  /** What random plans leave out while it is a known fault, as `ingredientOf` names it. */
  readonly ingredients: readonly string[];
  readonly plan: Plan;
  /** What must hold in it, by the journals and the log alone. */
  readonly rule: Rule;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;

/** A plan of one process that has all roles, with mail that is taken at once; what a scenario gives takes its place. */
export function scenarioPlan(
  parts: Partial<Plan> & Pick<Plan, 'lastsMs' | 'clients' | 'plannedEvents'>,
): Plan {
  return {
    seed: 1,
    startsAtMs: Date.parse('2026-03-02T08:00:00.000Z'),
    calmMs: MINUTE_MS,
    over: 'embedded',
    partitions: 1,
    processes: [{ name: 'process 1', roles: 'all' }],
    mailDomains: [{ domain: 'mail.test', behaviour: 'takes' }],
    route: 'relay',
    receivers: [],
    smsNetworks: [],
    ...parts,
    plannedEvents: inOrder(parts.plannedEvents),
  };
}

/** A client without bounds, and with an endpoint for every event at each of some hosts. */
export function client(name: string, hosts: readonly string[] = []): ClientPlan {
  const endpoints = hosts.map((host) => ({ url: `https://${host}/hook`, events: ['*'] }));
  return { name, endpoints, perSecond: 10_000, perDay: 1_000_000 };
}

/** Sends one message to so many addresses of a domain. */
export function send(
  { name }: ClientPlan,
  atMs: number,
  key: string,
  { recipients = 1, domain = 'mail.test' } = {},
): Extract<PlannedEvent, { do: 'send' }> {
  const to = Array.from({ length: recipients }, (_, at) => `${key}.${at + 1}@${domain}`);
  return { of: 'client', do: 'send', atMs, client: name, key, to, laterMs: 0, callsAtOnce: 1 };
}

/** Values of a function at 0, 1 and so on. */
export function times<Value>(count: number, make: (at: number) => Value): readonly Value[] {
  return Array.from({ length: count }, (_, at) => make(at));
}
