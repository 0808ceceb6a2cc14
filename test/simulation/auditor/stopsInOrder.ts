import type { Breach, Evidence, Rule } from './rule.ts';
import { troubles } from './troubledAt.ts';

/** A stop that takes this long leaves to the next start what is still under way. */
const STOP_MS = 15_000;

/** A process that is asked to stop ends its posts, waits for the answers to what it has handed over, and gives back its leases. */
export const stopsInOrder: Rule = {
  name: 'who stops ends what it began',
  check(evidence: Evidence) {
    const { processes, posts, mail } = evidence.journals;
    const overAt = troubles(evidence, ['store', 'power'], 0);
    return processes.flatMap((stopped): readonly Breach[] => {
      if (stopped.what !== 'stopped') return [];
      const { process, atMs, leases = [] } = stopped;
      const own = processes.filter((line) => line.process === process && line.life === stopped.life);
      const fromMs = own.find(({ what }) => what === 'starts')?.atMs ?? 0;
      const askedMs = own.find(({ what }) => what === 'stops')?.atMs ?? atMs;
      const isOfThisLife = (line: { readonly process: string; readonly atMs: number }) =>
        line.process === process && line.atMs >= fromMs && line.atMs <= atMs;
      if (atMs - askedMs >= STOP_MS || overAt(process, askedMs, atMs) !== null) return [];
      const left = [
        ...posts
          .filter((post) => isOfThisLife(post) && post.endedAtMs === null)
          .map(({ host, eventId }) => ({ what: `left a post to ${host}`, about: [eventId] })),
        ...mail
          .filter((line) => isOfThisLife(line) && line.has && !line.heard)
          .map(({ deliveryId }) => ({ what: `left the mail ${deliveryId}`, about: [deliveryId] })),
        ...leases.map((name) => ({ what: `kept the lease ${name}`, about: [] })),
      ];
      return left.map(({ what, about }) => ({
        ...{ rule: this.name, atMs, about },
        what: `${process} stopped, and ${what}`,
      }));
    });
  },
};
