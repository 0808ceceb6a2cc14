import { attemptsDue } from './attemptsDue.ts';
import { deliveryStories, postsByUrl } from './deliveries.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { AFTER_REBUILD_MS, troubles } from './troubledAt.ts';

/** The first attempt to an endpoint that answers begins within this, whatever its neighbours do. */
const SOON_MS = 1_000;
/** What an endpoint that was away has waiting, one post after the other at first, is begun by then. */
const AFTER_AWAY_MS = 15_000;
/** It answers within 280 ms: even one post after the other it could have so many a second, and waits for its own. */
const OWN_PER_SECOND = 4;
/** A process that runs has its lease of the machine; among several processes a share moves within ten seconds. */
const AFTER_START_MS = { embedded: 3_000, engines: 12_000 };

/** A healthy endpoint gets an event within a second, next to any number of neighbours that hang, also after a restart. */
export const healthyAtOnce: Rule = {
  name: 'a healthy endpoint gets its events at once',
  check(evidence: Evidence) {
    const ofStores = troubles(evidence, ['store']);
    const ofRebuilds = troubles(evidence, ['rebuild'], AFTER_REBUILD_MS);
    const ofProcesses = troubles(evidence, ['process', 'power'], AFTER_START_MS[evidence.plan.over]);
    const behaviours = new Map(evidence.plan.receivers.map(({ host, behaviour }) => [host, behaviour]));
    const byUrl = postsByUrl(evidence);
    return deliveryStories(evidence).flatMap((story): readonly Breach[] => {
      const { event, host, endpoint, deliveryId } = story;
      const behaviour = behaviours.get(host);
      if (behaviour !== 'fast' && behaviour !== '250 ms') return [];
      const [attempt] = attemptsDue(evidence, story).attempts;
      const [first] = attempt?.posts ?? [];
      if (attempt === undefined || first === undefined || endpoint.wasOff(attempt.dueMs, first.atMs))
        return [];
      const { dueMs } = attempt;
      if (first.atMs - dueMs <= SOON_MS || wasAway(evidence, host, dueMs, first.atMs)) return [];
      const overMs = [ofStores, ofProcesses, ofRebuilds].map(
        (overAt) => overAt(null, dueMs, first.atMs) ?? dueMs,
      );
      const fromMs = Math.max(dueMs, ...overMs);
      const lateMs = first.atMs - fromMs - evidence.leftOutMs(fromMs, first.atMs);
      const own = [...endpoint.urls]
        .flatMap((url) => byUrl.get(url) ?? [])
        .filter(({ atMs }) => atMs >= fromMs && atMs < first.atMs);
      if (lateMs <= SOON_MS || own.length >= (lateMs / 1_000) * OWN_PER_SECOND) return [];
      return [
        {
          ...{ rule: this.name, atMs: first.atMs, about: [deliveryId, event.id] },
          what: `the ${event.type} ${event.id} reached ${host}, which is ${behaviour}, after ${Math.round(lateMs)} ms and ${own.length} other posts`,
        },
      ];
    });
  },
};

/** Whether the host, or its name, did not answer: then the endpoint is not a healthy one. */
function wasAway({ plan }: Evidence, host: string, fromMs: number, toMs: number): boolean {
  return plan.plannedEvents.some(
    (one) =>
      one.of === 'outside' &&
      (one.do === 'receiver away' || one.do === 'names away') &&
      one.who === host &&
      one.atMs <= toMs &&
      fromMs <= Math.min(one.atMs + one.lastsMs, plan.lastsMs) + AFTER_AWAY_MS,
  );
}
