import { isDue } from '../ports/workDocument.ts';
import { lanesAfter } from '../work/lanes.ts';
import type { ConsoleDependencies } from './dependencies.ts';

/** Pages of a partition that are read at most: a page has up to 128 lanes. */
const MOST_PAGES = 8;

const WORK = {
  email: 'emailOutbox',
  'repeated email': 'emailRetries',
  'text message': 'smsOutbox',
  campaign: 'campaignRuns',
  webhook: 'webhookWork',
} as const satisfies Record<string, keyof ConsoleDependencies['models']>;

/** What of one kind of work is due and not done. */
export interface DueWork {
  readonly kind: keyof typeof WORK;
  /** Lanes with an item that is due; most often a lane is a workspace or an endpoint. */
  readonly lanes: number;
  /** Since when the first item is due, in milliseconds since 1970. */
  readonly sinceMs: number;
}

/** What is due by kind of work, from the work indexes: also what workers of other machines should do. */
export async function dueWork({ models, ledger, options }: ConsoleDependencies): Promise<readonly DueWork[]> {
  const nowMs = ledger.clock.nowMs();
  const found: DueWork[] = [];
  for (const kind of Object.keys(WORK) as (keyof typeof WORK)[]) {
    const dueAtMs: number[] = [];
    for (let partition = 0; partition < options.partitions; partition++) {
      let after: string | null = null;
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const stretch: Awaited<ReturnType<typeof lanesAfter>> = await lanesAfter(
          models[WORK[kind]],
          partition,
          after,
        );
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
