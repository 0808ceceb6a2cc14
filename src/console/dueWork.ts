import { isDue } from '../ports/workDocument.ts';
import { WORK_INDEXES } from '../projections/workIndexes.ts';
import { lanesAfter } from '../work/lanes.ts';
import type { ConsoleDependencies } from './dependencies.ts';

/** Pages of a partition that are read at most: a page has up to 128 lanes. */
const MOST_PAGES = 8;

/** What the work of each worker is called here. */
const KINDS: Readonly<Record<keyof typeof WORK_INDEXES, string>> = {
  email: 'email',
  email_retries: 'repeated email',
  sms: 'text message',
  campaign: 'campaign',
  webhook_deliveries: 'webhook',
};

/** What of one kind of work is due and not done. */
export interface DueWork {
  readonly kind: string;
  /** Lanes with an item that is due; most often a lane is a workspace or an endpoint. */
  readonly lanes: number;
  /** Since when the first item is due, in milliseconds since 1970. */
  readonly sinceMs: number;
}

/** What is due by kind of work, from the work indexes: also what workers of other machines should do. */
export async function dueWork({ models, ledger, options }: ConsoleDependencies): Promise<readonly DueWork[]> {
  const nowMs = ledger.clock.nowMs();
  const found: DueWork[] = [];
  for (const worker of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const dueAtMs: number[] = [];
    for (let partition = 0; partition < options.partitions; partition++) {
      let after: string | null = null;
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const stretch: Awaited<ReturnType<typeof lanesAfter>> = await lanesAfter(
          models[WORK_INDEXES[worker]],
          partition,
          after,
        );
        const due = stretch.lanes.filter((lane) => isDue(lane, nowMs));
        dueAtMs.push(...due.map((lane) => Math.min(lane.dueAtMs, nowMs)));
        after = stretch.last;
        if (after === null) break;
      }
    }
    if (dueAtMs.length > 0)
      found.push({ kind: KINDS[worker], lanes: dueAtMs.length, sinceMs: Math.min(...dueAtMs) });
  }
  return found;
}
