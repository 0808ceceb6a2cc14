import type { Breach, Evidence, Rule } from '../auditor/rule.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const shop = client('shop', ['slow.test', 'healthy.test']);
const FLOOD_MS = 30 * SECOND_MS;
/** Calls of the log take so long for a while that reactions end in another order than they began. */
const OVERTAKES_MS = 6 * SECOND_MS;

const rule: Rule = {
  name: 'events of one workspace are scheduled in about their order',
  check({ events, appendedAtMs }: Evidence) {
    const scheduledMs = new Map<string, number>();
    for (const event of events) {
      const { eventId } = event.data as { readonly eventId?: string };
      if (event.type === 'WebhookDeliveryScheduled' && eventId !== undefined && !scheduledMs.has(eventId))
        scheduledMs.set(eventId, appendedAtMs(event));
    }
    const reported = events.filter(({ id }) => scheduledMs.has(id));
    /** When the first of all later events was scheduled. */
    let firstLaterMs = Number.POSITIVE_INFINITY;
    return reported.reverse().flatMap((event): readonly Breach[] => {
      const atMs = scheduledMs.get(event.id) ?? 0;
      const overtakenMs = atMs - firstLaterMs;
      firstLaterMs = Math.min(firstLaterMs, atMs);
      if (overtakenMs <= OVERTAKES_MS) return [];
      const what = `the ${event.type} ${event.id} was scheduled ${Math.round(overtakenMs)} ms after a later event`;
      return [{ rule: this.name, what, atMs, about: [event.id] }];
    });
  },
};

/** More waits than there is room for: for a slow endpoint, and for a fan-out whose log is slow. */
export const smallMemory: Scenario = {
  name: 'more deliveries and events than there is room for in memory',
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 70 * SECOND_MS,
    calmMs: 3 * MINUTE_MS,
    processes: [
      {
        ...{ name: 'process 1', roles: 'all' },
        bounds: { dispatch: { maxWaiting: 32 }, ahead: { maxCharacters: 64 * 2_048 } },
      },
    ],
    clients: [shop],
    receivers: [
      { host: 'slow.test', behaviour: '1.9 s' },
      { host: 'healthy.test', behaviour: 'fast' },
    ],
    plannedEvents: [
      ...times(40, (at) => send(shop, 10 * SECOND_MS + at * 50, `burst-${at + 1}`)),
      {
        ...{ of: 'store', do: 'slow', store: 'log', process: null, share: 1 },
        ...{ atMs: 30 * SECOND_MS, lastsMs: FLOOD_MS },
      },
      ...times(150, (at) => send(shop, 31 * SECOND_MS + at * 180, `flood-${at + 1}`)),
    ],
  }),
  rule,
};
