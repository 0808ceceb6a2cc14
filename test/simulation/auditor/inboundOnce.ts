import type { JournalLines, Moment } from '../journal.ts';
import { KEYWORDS } from './optOuts.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

type Line = JournalLines['inbound'] & Moment;

/** Without an id the same text within so long is one message. */
const REPEATED_MS = 60_000;
const ROUNDING_MS = 2;
/** A text that was taken is in the log, and once, however often the carrier brings it. */
export const inboundOnce: Rule = {
  name: 'what people send is recorded once',
  check(evidence: Evidence) {
    const texts = new Map<number, Line[]>();
    for (const line of evidence.journals.inbound) {
      const own = texts.get(line.number);
      if (own === undefined) texts.set(line.number, [line]);
      else own.push(line);
    }
    return [...texts.values()].flatMap((lines): readonly Breach[] => {
      const what = countedWrongly(evidence, lines);
      if (what === null) return [];
      const [{ from = '', atMs = null } = {}] = lines;
      return [{ rule: this.name, atMs, about: [from], what }];
    });
  },
};

/** One text, all its parts and repetitions: how often it is in the log. */
function countedWrongly({ events, clocksMs }: Evidence, lines: readonly Line[]): string | null {
  const [line] = lines;
  if (line === undefined || KEYWORDS[line.text] !== undefined) return null;
  const { number, part, carrierId, begunAtMs } = line;
  const words = new RegExp(part === null ? `^Hello, this is ${number}$` : `Part \\d of ${number}(?!\\d)`);
  const received = events.filter(
    ({ type, data }) => type === 'SmsReceived' && words.test((data as { readonly text: string }).text),
  ).length;
  const takenParts = new Set(lines.filter(({ answer }) => answer === 'taken').map((one) => one.part));
  const isWhole = part === null ? takenParts.size === 1 : takenParts.size === 2;
  if (isWhole && received === 0) return `the text ${number} was taken, and is not in the log`;
  // What repeats by its words alone is recognised by the time; a process that stood still meets it when it goes on.
  const later = lines.filter((one) => one.atMs - begunAtMs >= REPEATED_MS - ROUNDING_MS).length;
  const most = carrierId === null ? 1 + later : 1;
  if (received <= most || (carrierId === null && clocksMs.length > 1)) return null;
  return `the text ${number} is in the log ${received} times`;
}
