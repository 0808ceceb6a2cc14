import type { JournalLines, Moment } from '../journal.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { troubledAt } from './troubledAt.ts';

type Line = JournalLines['mail'] & Moment;

const LOOP_MS = 10 * 60_000;
const MOST_IN_A_LOOP = 3;
/** Between the server's answer and the outcome in the log. */
const RECORDING_MS = 60_000;

/**
 * A mail is handed over at most once more than answers were lost for it, and at most three times within ten minutes, however
 * often a process dies.
 */
export const handedOverOnce: Rule = {
  name: 'a mail is handed over once',
  check(evidence: Evidence) {
    const isTroubled = troubledAt(evidence);
    // The answer was lost on its way, or the process could not record it.
    const isLost = ({ heard, outcome, process, atMs }: Line) =>
      !heard || outcome.outcome !== 'submitted' || isTroubled(process, atMs, atMs + RECORDING_MS);
    const byDelivery = new Map<string, Line[]>();
    for (const line of evidence.journals.mail)
      if (line.has) byDelivery.set(line.deliveryId, [...(byDelivery.get(line.deliveryId) ?? []), line]);
    const breaches: Breach[] = [];
    for (const [deliveryId, lines] of byDelivery) {
      const lost = lines.filter(isLost).length;
      const last = lines.at(-1)?.atMs ?? null;
      const breach = (what: string) =>
        breaches.push({
          rule: this.name,
          atMs: last,
          about: [deliveryId],
          what: `the mail ${deliveryId} ${what}`,
        });
      if (lines.length > lost + 1) breach(`was handed over ${lines.length} times for ${lost} lost answers`);
      const most = Math.max(...lines.map(({ atMs }) => within(lines, atMs)));
      if (most > MOST_IN_A_LOOP) breach(`was handed over ${most} times within ten minutes`);
    }
    return breaches;
  },
};

const within = (lines: readonly Line[], fromMs: number) =>
  lines.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + LOOP_MS).length;
