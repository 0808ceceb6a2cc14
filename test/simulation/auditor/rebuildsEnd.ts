import type { Breach, Evidence, Rule } from './rule.ts';
import { troubledAt } from './troubledAt.ts';

/** A rebuild folds the log, waits for the services at most twenty seconds, and exchanges. */
const LONGEST_MS = 90_000;

/** A rebuild of read models that nobody kills comes to its end soon, and fails only by a fault, or next to another one. */
export const rebuildsEnd: Rule = {
  name: 'a rebuild ends',
  check(evidence: Evidence) {
    const { rebuilds } = evidence.journals;
    const isTroubled = troubledAt(evidence, ['store', 'power', 'process', 'clock']);
    const spanOf = (process: string) => {
      const own = rebuilds.filter((line) => line.process === process);
      return { fromMs: own[0]?.atMs ?? 0, toMs: own[1]?.atMs ?? evidence.endMs };
    };
    return rebuilds.flatMap((begin): readonly Breach[] => {
      if (begin.what !== 'begins') return [];
      const { process } = begin;
      const { fromMs, toMs } = spanOf(process);
      const end = rebuilds.find((line) => line.process === process && line.what !== 'begins');
      const breach = (what: string) => [
        { rule: this.name, atMs: toMs, about: [process], what: `${process} ${what}` },
      ];
      if (isTroubled(null, fromMs, toMs)) return [];
      const isNextToAnother = rebuilds.some(
        ({ process: other }) =>
          other !== process && spanOf(other).fromMs <= toMs && spanOf(other).toMs + LONGEST_MS >= fromMs,
      );
      if (toMs - fromMs > LONGEST_MS) return breach(`took ${Math.round((toMs - fromMs) / 1_000)} s`);
      return end?.what === 'failed' && !isNextToAnother ? breach(`failed: ${end.detail}`) : [];
    });
  },
};
