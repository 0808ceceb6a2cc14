import type { Breach } from './auditor/rule.ts';
import { type JournalName, linesOf, timeOf } from './journal.ts';
import type { Outcome } from './simulate.ts';

/** What is printed of a breach: at most so many lines, of so long before and after it. */
const MOST_LINES = 40;
const AROUND_MS = 30_000;
const MOST_CHARS = 300;
/** Books of which everything at the time is of interest. */
const NEAR: ReadonlySet<JournalName> = new Set(['processes', 'troubles', 'doings']);

/** A breach with the lines of the journals and the events of the log that belong to it, in order of time. */
export function breachText(breach: Breach, { world }: Outcome): string {
  const { rule, what, atMs, about } = breach;
  const { events, appended } = world.stores.log;
  const isAbout = (text: string) => about.some((id) => id !== '' && text.includes(id));
  const isNear = (ms: number) => atMs !== null && Math.abs(ms - atMs) <= AROUND_MS;
  const inBooks = linesOf(world.journal.books, (text, book, ms) => {
    if (book === 'writes') return false;
    if (NEAR.has(book)) return isNear(ms);
    return isAbout(text) || (book === 'logs' && isNear(ms));
  });
  const inLog = events.flatMap(({ stream, type, id, data, metadata }, at) => {
    const { atMs: ms = 0, by = null } = appended[at] ?? {};
    const text = `${timeOf(ms)} log ${by ?? 'operator'} ${stream} ${type} ${JSON.stringify({ id, at: metadata.at, ...(data as object) })}`;
    return isAbout(text) ? [text] : [];
  });
  const lines = [...inBooks, ...inLog].sort();
  const shown = lines.slice(-MOST_LINES).map((line) => `    ${line.slice(0, MOST_CHARS)}`);
  return [`  ${rule}`, `    ${atMs === null ? '' : `${timeOf(atMs)}: `}${what}`, ...shown].join('\n');
}
