import { html } from 'hono/html';
import { instant } from '../ports/clock.ts';
import { STEP_MS, stepsSince } from '../projections/lastHours.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { figures, plotOf, tableOf } from './elements.ts';
import type { Html, Workspace } from './page.ts';

const STEPS = 12;

const NAMES = {
  accepted: 'Accepted',
  delivered: 'Delivered',
  failed: 'Failed',
  attempts: 'Attempts',
  posted: 'Delivered',
  unposted: 'Not delivered',
} as const;
const COUNTED = ['accepted', 'delivered', 'failed', 'posted', 'unposted'] as const;
type Step = { readonly atMs: number } & Record<keyof typeof NAMES, number>;

/** The last hour of some workspaces, in steps of five minutes, from the read model: what was sent, and what was posted. */
export async function lastHour(
  { models, ledger: { clock } }: ConsoleDependencies,
  seen: readonly Workspace[],
  path: string,
): Promise<Html> {
  const endMs = (Math.floor(clock.nowMs() / STEP_MS) + 1) * STEP_MS;
  const firstMs = endMs - STEPS * STEP_MS;
  const none = { accepted: 0, delivered: 0, failed: 0, attempts: 0, posted: 0, unposted: 0 };
  const steps = Array.from({ length: STEPS }, (_, at) => ({ atMs: firstMs + at * STEP_MS, ...none }));
  for (const { id } of seen)
    for (const own of await stepsSince(models.lastHours, id, firstMs)) {
      const step = steps[(own.fromMs - firstMs) / STEP_MS];
      if (step === undefined) continue;
      for (const name of COUNTED) step[name] += own[name];
      step.attempts += own.posted + own.unposted;
    }
  return shown(steps, path);
}

function shown(steps: readonly Step[], path: string): Html {
  const times = steps.map(({ atMs }) => atMs / 1_000);
  const plot = (id: string, title: string, names: readonly (keyof typeof NAMES)[]): Html => {
    const columns = {
      'From (UTC)': ({ atMs }: Step) => instant(atMs).slice(11, 16),
      ...figures(names, NAMES),
    };
    return html`<div><div id="${id}-plot">${plotOf(title, times, steps, names, NAMES)}</div>
<details><summary>${title}, as a table</summary><div id="${id}-table">${tableOf(title, columns, steps.toReversed())}</div></details></div>`;
  };
  return html`<h2>The last hour</h2>
<div class="plots" hx-get="${path}" hx-trigger="every 60s" hx-swap="none" hx-select-oob="#sent-plot,#sent-table,#posted-plot,#posted-table">
${plot('sent', 'Recipients of messages', ['accepted', 'delivered', 'failed'])}
${plot('posted', 'Webhooks', ['attempts', 'posted', 'unposted'])}</div>
<p class="quiet">Five minutes a point: what happened then, whenever the message was accepted or the webhook was scheduled. Failed are recipients who bounced,
complained or were refused, and attempts of webhooks without an answer of 2xx are not delivered.</p>`;
}
