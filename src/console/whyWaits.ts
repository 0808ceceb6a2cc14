import { html } from 'hono/html';
import { WORK_INDEXES, WORKERS_OF } from '../projections/workIndexes.ts';
import { whyItWaits } from '../work/whyItWaits.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { timeOf } from './elements.ts';
import { type Html, NOTHING } from './page.ts';

/** Why a message is not sent yet, in the words of the process that does it; nothing where it is done. */
export async function whyWaits(
  { models, ledger, shared }: Pick<ConsoleDependencies, 'models' | 'ledger' | 'shared'>,
  id: string,
): Promise<Html> {
  const workers = Object.values(WORKERS_OF).flat();
  const indexes = Object.fromEntries(workers.map((worker) => [worker, models[WORK_INDEXES[worker]]]));
  const waits = await whyItWaits(indexes, { ...shared, clock: ledger.clock }, id);
  if (waits.length === 0) return NOTHING;
  return html`<h2>Why it waits</h2>
<ul>${waits.map(
    ({ why, untilMs }) =>
      html`<li>${why}${untilMs === null ? '' : html`; next look not before ${timeOf(new Date(untilMs).toISOString())}`}</li>`,
  )}</ul>`;
}
