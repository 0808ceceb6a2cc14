import type { Breach, Evidence, Rule } from './rule.ts';
import { troubledAt } from './troubledAt.ts';

/**
 * A process calls itself ready when, and only when, it accepts sends: what it said just before a send and just after it
 * agrees with the answer. Only a fault of a store is an excuse, since each call of a store meets it or not.
 */
export const readyWhenAccepting: Rule = {
  name: 'ready when sends are accepted',
  check(evidence: Evidence) {
    const isTroubled = troubledAt(evidence, ['store']);
    return evidence.journals.readiness.flatMap((line): readonly Breach[] => {
      const { process, isReadyBefore, isReadyAfter, status, begunAtMs, atMs } = line;
      if (isReadyBefore === null || isReadyBefore !== isReadyAfter) return [];
      const isWrong = isReadyBefore ? status === 503 : status === 202;
      if (!isWrong || isTroubled(process, begunAtMs, atMs)) return [];
      const said = isReadyBefore ? 'ready' : 'not ready';
      return [
        {
          ...{ rule: this.name, atMs: begunAtMs, about: [] },
          what: `${process} was ${said} before and after a send that it answered with ${status} ${line.code ?? ''}`,
        },
      ];
    });
  },
};
