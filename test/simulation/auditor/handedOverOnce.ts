import type { JournalLines, Moment } from '../journal.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { troubles } from './troubledAt.ts';

type Line = JournalLines['mail'] & Moment;

const LOOP_MS = 10 * 60_000;
const MOST_IN_A_LOOP = 3;

/**
 * A mail is handed over at most once more than answers were lost for it, and at most three times within ten minutes, however
 * often a process dies. What was heard to be deferred is tried again by the schedule, three times in ten minutes by itself,
 * and doesn't count among those.
 */
export const handedOverOnce: Rule = {
  name: 'a mail is handed over once',
  check(evidence: Evidence) {
    const isLost = lostAnswers(evidence);
    const byDelivery = new Map<string, Line[]>();
    for (const line of evidence.journals.mail) {
      if (!line.has) continue;
      const own = byDelivery.get(line.deliveryId);
      if (own === undefined) byDelivery.set(line.deliveryId, [line]);
      else own.push(line);
    }
    const breaches: Breach[] = [];
    for (const [deliveryId, lines] of byDelivery) {
      const lost = lines.filter(isLost).length;
      const breach = (what: string) =>
        breaches.push({
          ...{ rule: this.name, atMs: lines.at(-1)?.atMs ?? null, about: [deliveryId] },
          what: `the mail ${deliveryId} ${what}`,
        });
      if (lines.length > lost + 1) breach(`was handed over ${lines.length} times for ${lost} lost answers`);
      const unheard = lines.filter(({ heard, outcome }) => !heard || outcome.outcome !== 'deferred');
      const most = Math.max(...unheard.map(({ atMs }) => within(unheard, atMs)));
      if (most > MOST_IN_A_LOOP) breach(`was handed over ${most} times within ten minutes`);
    }
    return breaches;
  },
};

/**
 * An answer is lost when it says nothing, when no living process heard it, or when the process that heard it died, stood
 * still or could not write before the outcome was in the log.
 */
function lostAnswers(evidence: Evidence): (line: Line) => boolean {
  const { events, appendedAtMs, endMs } = evidence;
  const recordedMs = new Map<string, number[]>();
  for (const event of events) {
    const { deliveryId } = event.data as { readonly deliveryId?: string };
    if (deliveryId === undefined || event.type === 'SubmissionAttempted') continue;
    recordedMs.set(deliveryId, [...(recordedMs.get(deliveryId) ?? []), appendedAtMs(event)]);
  }
  const overAt = troubles(evidence, ['process', 'power', 'store'], 0);
  return ({ heard, outcome, deliveryId, process, begunAtMs, atMs }) => {
    if (!heard || (outcome.outcome !== 'submitted' && outcome.outcome !== 'delivered')) return true;
    const recorded = recordedMs.get(deliveryId)?.find((ms) => ms >= atMs) ?? endMs;
    return overAt(process, begunAtMs, recorded) !== null;
  };
}

const within = (lines: readonly Line[], fromMs: number) =>
  lines.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + LOOP_MS).length;
