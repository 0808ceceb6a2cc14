import type { MailOutcome } from '../../../src/ports/mailer.ts';
import type { Moment } from '../journal.ts';
import type { Breach, Evidence, Rule } from './rule.ts';
import { troubles } from './troubledAt.ts';

/** Something that was handed over, as the one who got it wrote it down. */
interface Handover extends Moment {
  readonly process: string;
  /** Whether it is there now. */
  readonly has: boolean;
  /** Whether the answer reached a living process, and what it said of it. */
  readonly heard: boolean;
  readonly says: 'taken' | 'later' | 'refused';
  readonly begunAtMs: number;
}

const LOOP_MS = 10 * 60_000;
const MOST_IN_A_LOOP = 3;

/**
 * A mail is handed over at most once more than answers were lost for it, and at most three times within ten minutes, however
 * often a process dies; and so is a segment of a text message. What was heard to be deferred is tried again by the schedule,
 * three times in ten minutes by itself, and doesn't count among those.
 */
export const handedOverOnce: Rule = {
  name: 'a mail is handed over once',
  check(evidence: Evidence) {
    const { mail, texts } = evidence.journals;
    const recorded = recordedMs(evidence);
    const faults = [
      ...handedOver(
        evidence,
        recorded,
        mail.map((line) => ({ ...line, says: saidBy(line.outcome) })),
        ({ deliveryId }) => ({ name: deliveryId, about: deliveryId }),
      ),
      ...handedOver(
        evidence,
        recorded,
        texts.map((line) => ({ ...line, has: line.carrierId !== null, says: line.outcome })),
        ({ smsId, segment }) => ({ name: `${smsId}, segment ${segment}`, about: smsId }),
      ),
    ];
    return faults.map(({ what, atMs, about }) => ({ rule: this.name, what, atMs, about }));
  },
};

type Fault = Omit<Breach, 'rule'>;

/** `subjectOf`: what was handed over, and its part of the log. */
function handedOver<Line extends Handover>(
  evidence: Evidence,
  recorded: ReadonlyMap<string, readonly number[]>,
  lines: readonly Line[],
  subjectOf: (line: Line) => { readonly name: string; readonly about: string },
): readonly Fault[] {
  const overAt = troubles(evidence, ['process', 'power', 'store'], 0);
  /**
   * An answer is lost when it says nothing, when no living process heard it, or when the process that heard it died, stood
   * still or could not write before the outcome was in the log.
   */
  const isLost = (line: Line) => {
    const { heard, says, process, begunAtMs, atMs } = line;
    if (!heard || says !== 'taken') return true;
    const recordedAtMs = recorded.get(subjectOf(line).about)?.find((ms) => ms >= atMs) ?? evidence.endMs;
    return overAt(process, begunAtMs, recordedAtMs) !== null;
  };
  const bySubject = new Map<string, Line[]>();
  for (const line of lines) {
    if (!line.has) continue;
    const { name } = subjectOf(line);
    const own = bySubject.get(name);
    if (own === undefined) bySubject.set(name, [line]);
    else own.push(line);
  }
  return [...bySubject].flatMap(([name, own]): readonly Fault[] => {
    const [first] = own;
    if (first === undefined) return [];
    const lost = own.filter(isLost).length;
    const unheard = own.filter(({ heard, says }) => !heard || says !== 'later');
    const most = Math.max(...unheard.map(({ atMs }) => within(unheard, atMs)));
    const about = { atMs: own.at(-1)?.atMs ?? null, about: [subjectOf(first).about] };
    return [
      ...(own.length > lost + 1
        ? [
            {
              what: `the message ${name} was handed over ${own.length} times for ${lost} lost answers`,
              ...about,
            },
          ]
        : []),
      ...(most > MOST_IN_A_LOOP
        ? [{ what: `the message ${name} was handed over ${most} times within ten minutes`, ...about }]
        : []),
    ];
  });
}

function saidBy({ outcome }: MailOutcome): Handover['says'] {
  if (outcome === 'submitted' || outcome === 'delivered') return 'taken';
  return outcome === 'deferred' ? 'later' : 'refused';
}

/** When outcomes were recorded, by the delivery of a mail and by text message. */
function recordedMs({ events, appendedAtMs }: Evidence): ReadonlyMap<string, readonly number[]> {
  const recorded = new Map<string, number[]>();
  for (const event of events) {
    const { deliveryId } = event.data as { readonly deliveryId?: string };
    const isText = event.type.startsWith('Sms') && event.metadata.actor === 'sender';
    const about = deliveryId ?? (isText ? event.stream.slice('sms-'.length) : null);
    if (about === null || event.type.endsWith('SubmissionAttempted')) continue;
    recorded.set(about, [...(recorded.get(about) ?? []), appendedAtMs(event)]);
  }
  return recorded;
}

const within = (lines: readonly Handover[], fromMs: number) =>
  lines.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + LOOP_MS).length;
