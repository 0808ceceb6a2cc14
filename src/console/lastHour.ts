import { html } from 'hono/html';
import { STEP_MS, stepsSince } from '../projections/lastHours.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { figure, plotOf, tableOf } from './elements.ts';
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
type Step = { readonly atMs: number } & Record<keyof typeof NAMES, number>;

/** The last hour of some workspaces, in steps of five minutes, from the read model: what was sent, and what was posted. */
export const lastHour =
  ({ models, ledger: { clock } }: ConsoleDependencies) =>
  async (seen: readonly Workspace[], path: string): Promise<Html> => {
    const endMs = (Math.floor(clock.nowMs() / STEP_MS) + 1) * STEP_MS;
    const firstMs = endMs - STEPS * STEP_MS;
    const steps = Array.from({ length: STEPS }, (_, at) => emptyStep(firstMs + at * STEP_MS));
    for (const { id } of seen)
      for (const { fromMs, accepted, delivered, failed, posted, unposted } of await stepsSince(
        models.lastHours,
        id,
        firstMs,
      )) {
        const step = steps[(fromMs - firstMs) / STEP_MS];
        if (step === undefined) continue;
        step.accepted += accepted;
        step.delivered += delivered;
        step.failed += failed;
        step.attempts += posted + unposted;
        step.posted += posted;
        step.unposted += unposted;
      }
    return shown(steps, path);
  };

const emptyStep = (atMs: number): Step => ({
  ...{ atMs, accepted: 0, delivered: 0, failed: 0, attempts: 0, posted: 0, unposted: 0 },
});

function shown(steps: readonly Step[], path: string): Html {
  const times = steps.map(({ atMs }) => atMs / 1_000);
  const plot = (id: string, title: string, names: readonly (keyof typeof NAMES)[]): Html => {
    const columns = names.map((name) => figure<Step>(NAMES[name], (step) => step[name]));
    const time = {
      heading: 'From (UTC)',
      of: ({ atMs }: Step) => new Date(atMs).toISOString().slice(11, 16),
    };
    return html`<div><div id="${id}-plot">${plotOf(title, times, steps, names, NAMES)}</div>
<details><summary>${title}, as a table</summary><div id="${id}-table">${tableOf(title, [time, ...columns], steps.toReversed(), '')}</div></details></div>`;
  };
  return html`<h2>The last hour</h2>
<div class="plots" hx-get="${path}" hx-trigger="every 60s" hx-swap="none" hx-select-oob="#sent-plot,#sent-table,#posted-plot,#posted-table">
${plot('sent', 'Recipients of messages', ['accepted', 'delivered', 'failed'])}
${plot('posted', 'Webhooks', ['attempts', 'posted', 'unposted'])}</div>
<p class="quiet">Five minutes a point: what happened then, whenever the message was accepted or the webhook was scheduled. Failed are recipients who bounced,
complained or were refused, and attempts of webhooks without an answer of 2xx are not delivered.</p>`;
}
