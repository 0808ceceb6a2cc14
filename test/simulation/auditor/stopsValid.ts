import type { JournalLines, Moment } from '../journal.ts';
import { KEYWORDS, type OptOuts, optOutsOf } from './optOuts.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

type Line = JournalLines['inbound'] & Moment;

/** What was answered has been recorded before. */
const ROUNDING_MS = 2;

/** A STOP, or a START, is valid when it is answered, and one that the carrier brings again changes nothing. */
export const stopsValid: Rule = {
  name: 'a STOP is valid when it is answered, and once',
  check(evidence: Evidence) {
    const optOuts = optOutsOf(evidence.events);
    const pairs = new Map<string, Line[]>();
    for (const line of evidence.journals.inbound) {
      if (KEYWORDS[line.text] === undefined) continue;
      const name = `${line.to} ${line.from}`;
      const own = pairs.get(name);
      if (own === undefined) pairs.set(name, [line]);
      else own.push(line);
    }
    return [...pairs.values()].flatMap((lines) =>
      [
        ...lines.flatMap((line) => notValid(evidence, line, lines, optOuts)),
        ...validAgain(lines, optOuts),
      ].map(
        ({ what, line: { from, to, atMs } }): Breach => ({
          ...{ rule: this.name, atMs, about: [from] },
          what: `${what} of ${from} to ${to}`,
        }),
      ),
    );
  },
};

interface Fault {
  readonly what: string;
  readonly line: Line;
}

/** A word that was taken, with no other one since it came first, and that is not what holds. */
function notValid(
  { appendedAtMs }: Evidence,
  line: Line,
  lines: readonly Line[],
  optOuts: OptOuts,
): readonly Fault[] {
  if (line.answer !== 'taken') return [];
  const { number, text, atMs, from, to } = line;
  const sinceMs = lines.find((one) => one.number === number)?.begunAtMs ?? line.begunAtMs;
  if (lines.some((one) => one.number !== number && one.begunAtMs <= atMs && one.atMs >= sinceMs)) return [];
  const last = optOuts.of(to, from).findLast((event) => appendedAtMs(event) <= atMs + ROUNDING_MS);
  const holds = last?.type ?? 'SmsOptedIn';
  return holds === KEYWORDS[text] ? [] : [{ what: `the ${text} was taken, and is not valid`, line }];
}

/** More opt-outs than there were words for them. */
function validAgain(lines: readonly Line[], optOuts: OptOuts): readonly Fault[] {
  const [line] = lines;
  if (line === undefined) return [];
  return Object.entries(KEYWORDS).flatMap(([word, type]): readonly Fault[] => {
    const said = lines.filter(({ text }) => text === word);
    // Without an id a word that is brought again is a word that is said again.
    const most = new Set(said.map(({ carrierId, atMs }) => carrierId ?? `at ${atMs}`)).size;
    const changes = optOuts.of(line.to, line.from).filter((event) => event.type === type).length;
    if (changes <= most) return [];
    return [{ what: `${changes} times ${type} is in the log for ${most} ${word}`, line }];
  });
}
