import { isDue } from '../ports/workDocument.ts';
import { WORK_INDEXES } from '../projections/workIndexes.ts';
import { lanesAfter } from '../work/lanes.ts';
import type { ConsoleDependencies } from './dependencies.ts';

/** Pages of a partition that are read at most: a page has up to 128 lanes. */
const MOST_PAGES = 8;

/** What the work of each worker is called here. */
const KINDS = {
  email: 'email',
  email_retries: 'repeated email',
  sms: 'text message',
  campaign: 'campaign',
  webhook_deliveries: 'webhook',
} as const satisfies Record<keyof typeof WORK_INDEXES, string>;

type Stretch = Awaited<ReturnType<typeof lanesAfter>>;

/**
 * What is due and not done by kind of work, from the work indexes: also what workers of other machines should do. `lanes`: those
 * with an item that is due, most often a workspace or an endpoint each; `sinceMs`: since when the first item is due.
 */
export async function dueWork({ models, ledger, options }: ConsoleDependencies) {
  const nowMs = ledger.clock.nowMs();
  const found: { readonly kind: string; readonly lanes: number; readonly sinceMs: number }[] = [];
  for (const [worker, model] of Object.entries(WORK_INDEXES)) {
    const kind = KINDS[worker as keyof typeof KINDS];
    const dueAtMs: number[] = [];
    for (let partition = 0; partition < options.partitions; partition++) {
      let after: string | null = null;
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const stretch: Stretch = await lanesAfter(models[model], partition, after);
        const due = stretch.lanes.filter((lane) => isDue(lane, nowMs));
        dueAtMs.push(...due.map((lane) => Math.min(lane.dueAtMs, nowMs)));
        after = stretch.last;
        if (after === null) break;
      }
    }
    if (dueAtMs.length > 0) found.push({ kind, lanes: dueAtMs.length, sinceMs: Math.min(...dueAtMs) });
  }
  return found;
}
