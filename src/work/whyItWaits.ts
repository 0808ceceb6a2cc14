import type { Clock } from '../ports/clock.ts';
import type { Collection } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import { isDue, type WorkDocument } from '../ports/workDocument.ts';
import { livingReports, type SharedReports, shareReport } from './sharedReports.ts';
import type { Wait, Waits } from './waits.ts';

/** Why an item has not begun. */
export type WhyItWaits = Pick<Wait, 'worker' | 'why' | 'untilMs'>;

/** The work indexes by the names of their workers. */
export type WorkIndexes = Readonly<Record<string, Pick<Collection<WorkDocument>, 'get'>>>;

const PREFIX = 'waits/';
/** Waits that a process reports; closed lanes come before single items. */
const MOST = 1_000;

/** Shares what waits in this process and why, until the signal aborts. */
export function shareWaits(
  context: SharedReports & { readonly clock: Clock; readonly log: Log },
  waits: Waits,
  signal: AbortSignal,
): Promise<void> {
  const text = () => {
    const shown: Wait[] = [];
    for (const wait of waits.all()) if (shown.push(wait) === MOST) break;
    return JSON.stringify(shown);
  };
  return shareReport(context, PREFIX, text, signal);
}

/**
 * Why the item of this key has not begun, by each index that has it: its date, or what the process that does the work says of it
 * or of its lane, as of some seconds ago. Empty: nothing is left to do. Rejects when the indexes or reports cannot be read.
 */
export async function whyItWaits(
  indexes: WorkIndexes,
  { clock, ...shared }: SharedReports & { readonly clock: Pick<Clock, 'nowMs'> },
  key: string,
): Promise<readonly WhyItWaits[]> {
  const stored = await Promise.all(
    Object.entries(indexes).map(async ([worker, index]) => ({ worker, found: await index.get(key) })),
  );
  const left = stored.flatMap(({ worker, found }) => (found === null ? [] : { worker, ...found.document }));
  if (left.length === 0) return [];
  const reports = await livingReports(shared, PREFIX);
  const waits = reports.flatMap((text) => JSON.parse(text) as Wait[]);
  return left.map((item) => {
    const { worker, lane, dueAtMs } = item;
    if (!isDue(item, clock.nowMs())) return { worker, why: 'its date has not come', untilMs: dueAtMs };
    if (reports.length === 0)
      return { worker, why: 'no process that does this work is running', untilMs: null };
    const own = waits.filter((wait) => wait.worker === worker && wait.lane === lane);
    const said = own.find((wait) => wait.key === key) ?? own.find((wait) => wait.key === undefined);
    if (said !== undefined) return { worker, why: said.why, untilMs: said.untilMs };
    return { worker, why: 'it is in hand, or its turn comes at once', untilMs: null };
  });
}
