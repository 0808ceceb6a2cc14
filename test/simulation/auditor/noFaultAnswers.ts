import type { Evidence, Rule } from './rule.ts';
import { troubledAt } from './troubledAt.ts';

/** A caller never sees a 5xx, or an answer that is none, while every store is well and the process has started. */
export const noFaultAnswers: Rule = {
  name: 'no 5xx while the stores are well',
  check(evidence: Evidence) {
    const isTroubled = troubledAt(evidence);
    return evidence.journals.clients
      .filter(({ status }) => status !== null && status >= 500)
      .filter(({ process, begunAtMs, atMs }) => !isTroubled(process, begunAtMs, atMs))
      .map(({ process, key, status, answer, atMs }) => ({
        ...{ rule: this.name, atMs, about: [key ?? ''] },
        what: `${process} answered ${status} to key ${key}: ${JSON.stringify(answer)}`,
      }));
  },
};
