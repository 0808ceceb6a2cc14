import type { Evidence, Rule } from './rule.ts';
import { troubledAt } from './troubledAt.ts';

const DAMAGE = /damage|set aside|condemned/i;

/** No line of level error without a fault that explains it, and nothing is ever reported as damaged or set aside. */
export const noErrorLines: Rule = {
  name: 'no error without a fault',
  check(evidence: Evidence) {
    const isTroubled = troubledAt(evidence);
    return evidence.journals.logs
      .filter(({ level, message, fields, process, atMs }) => {
        if (DAMAGE.test(message)) return true;
        // A defect is one whatever goes on around it.
        if (/TypeError|RangeError|ReferenceError/.test(fields)) return true;
        return level === 'error' && !isTroubled(process, atMs, atMs);
      })
      .map(({ process, message, fields, atMs }) => ({
        ...{ rule: this.name, atMs, about: [] },
        what: `${process} said: ${message} ${fields}`,
      }));
  },
};
