import { deliveryStories } from './deliveries.ts';
import type { Evidence, Rule } from './rule.ts';
import { troubledAt } from './troubledAt.ts';

/** The first attempt to an endpoint that answers begins within this, whatever its neighbours do. */
const SOON_MS = 1_000;

/** A healthy endpoint hears of an event within a second, next to any number of neighbours that hang. */
export const healthyAtOnce: Rule = {
  name: 'a healthy endpoint hears at once',
  check(evidence: Evidence) {
    const isTroubled = troubledAt(evidence);
    const tempers = new Map(evidence.plan.receivers.map(({ host, temper }) => [host, temper]));
    return deliveryStories(evidence).flatMap(({ event, host, deliveryId, posts }) => {
      const temper = tempers.get(host);
      const [first] = posts;
      if ((temper !== 'fast' && temper !== '250 ms') || first === undefined) return [];
      const happenedAtMs = evidence.appendedAtMs(event);
      const lateMs = first.atMs - happenedAtMs;
      if (lateMs <= SOON_MS || isTroubled(null, happenedAtMs, first.atMs)) return [];
      return [
        {
          ...{ rule: this.name, atMs: first.atMs, about: [deliveryId, event.id] },
          what: `the ${event.type} ${event.id} reached ${host}, which is ${temper}, after ${Math.round(lateMs)} ms`,
        },
      ];
    });
  },
};
