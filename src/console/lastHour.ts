import { html } from 'hono/html';
import type { Stored } from '../ports/documents.ts';
import type { MessageStatus } from '../projections/messageStatus.ts';
import { pages } from '../projections/pages.ts';
import type { WebhookDeliveryDocument } from '../projections/webhookDeliveries.ts';
import { keptFor } from '../queues/keptFor.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { plotOf, type Series, tableOf } from './elements.ts';
import { type Html, NOTHING, type Workspace } from './page.ts';

const STEP_MS = 300_000;
const STEPS = 12;
/** The page is asked for again and again: the hour is counted again as often as this. */
const COUNTED_EVERY_MS = 30_000;
/** Documents that are read at most, of all workspaces together, and of one. */
const MOST_READ = 20_000;
const MOST_OF_ONE = 5_000;
const FAILED: readonly MessageStatus[] = ['bounced', 'rejected', 'rendering_failed', 'failed', 'complained'];

const NAMES = {
  accepted: 'Accepted',
  delivered: 'Delivered',
  failed: 'Failed',
  attempts: 'Attempts',
  posted: 'Delivered',
  unposted: 'Not delivered',
} as const;
type Step = { readonly atMs: number } & Record<keyof typeof NAMES, number>;
type Hour = { readonly steps: readonly Step[]; readonly cutOff: readonly string[] };

/** The last hour of some workspaces, in steps of five minutes, from the read models: what was sent, and what was posted. */
export function lastHour({ models, ledger: { clock } }: ConsoleDependencies) {
  const counted = keptFor<Hour>(clock, COUNTED_EVERY_MS);

  /** Reads page after page, and calls are answered between them. Whether those were all. */
  const readSome = async <Document extends object>(
    found: AsyncIterable<readonly Stored<Document>[]>,
    limit: number,
    see: (document: Document) => void,
  ): Promise<boolean> => {
    let read = 0;
    for await (const page of found) {
      for (const { document } of page) see(document);
      read += page.length;
      if (read >= limit) return false;
      await clock.turn();
    }
    return true;
  };
  const count = async (seen: readonly Workspace[]): Promise<Hour> => {
    const endMs = (Math.floor(clock.nowMs() / STEP_MS) + 1) * STEP_MS;
    const firstMs = endMs - STEPS * STEP_MS;
    const steps = Array.from({ length: STEPS }, (_, at) => emptyStep(firstMs + at * STEP_MS));
    const stepOf = (at: string) => steps[Math.floor((Date.parse(at) - firstMs) / STEP_MS)];
    const since = new Date(firstMs).toISOString();
    const limit = Math.min(MOST_OF_ONE, Math.ceil(MOST_READ / Math.max(1, seen.length)));
    const cutOff: string[] = [];
    for (const { id, name } of seen) {
      const newest = { equals: [id], from: since, descending: true };
      const createdOf = ({ createdAt }: { readonly createdAt: string }) => [id, createdAt];
      const sent = pages(models.messages, { index: 'byCreation', ...newest }, createdOf);
      const allSent = await readSome(sent, limit, (message) => {
        const step = stepOf(message.createdAt);
        if (step === undefined || 'messageId' in message || message.direction === 'inbound') return;
        for (const { status } of message.recipients) {
          step.accepted++;
          if (status === 'delivered') step.delivered++;
          if (FAILED.includes(status)) step.failed++;
        }
      });
      const scheduledOf = ({ scheduledAt }: WebhookDeliveryDocument) => [id, scheduledAt];
      const posted = pages(models.webhookDeliveries, { index: 'byWorkspace', ...newest }, scheduledOf);
      const allPosted = await readSome(posted, limit, ({ scheduledAt, attempts, status }) => {
        const step = stepOf(scheduledAt);
        if (step === undefined) return;
        step.attempts += attempts;
        step[status === 'delivered' ? 'posted' : 'unposted']++;
      });
      if (!allSent || !allPosted) cutOff.push(name);
    }
    return { steps, cutOff };
  };
  /** `key`: names these workspaces. */
  return async (key: string, seen: readonly Workspace[]): Promise<Html> =>
    shown(await counted.of(key, () => count(seen)));
}

const emptyStep = (atMs: number): Step => ({
  ...{ atMs, accepted: 0, delivered: 0, failed: 0, attempts: 0, posted: 0, unposted: 0 },
});

function shown({ steps, cutOff }: Hour): Html {
  const times = steps.map(({ atMs }) => atMs / 1_000);
  const plot = (id: string, title: string, names: readonly (keyof typeof NAMES)[]): Html => {
    const series: readonly Series[] = names.map((name) => ({
      label: NAMES[name],
      values: steps.map((step) => step[name]),
    }));
    const columns = names.map((name) => ({
      ...{ heading: NAMES[name], isNumber: true as const, of: (step: Step) => step[name] },
    }));
    const time = {
      heading: 'From (UTC)',
      of: ({ atMs }: Step) => new Date(atMs).toISOString().slice(11, 16),
    };
    return html`<div><div id="${id}-plot">${plotOf(title, times, series)}</div>
<details><summary>${title}, as a table</summary><div id="${id}-table">${tableOf(title, [time, ...columns], steps.toReversed(), '')}</div></details></div>`;
  };
  return html`<h2>The last hour</h2>
<div class="plots" hx-get="/" hx-trigger="every 60s" hx-swap="none" hx-select-oob="#sent-plot,#sent-table,#posted-plot,#posted-table">
${plot('sent', 'Recipients of messages', ['accepted', 'delivered', 'failed'])}
${plot('posted', 'Webhooks', ['attempts', 'posted', 'unposted'])}</div>
<p class="quiet">Five minutes a point, from the read models: messages by the time of their acceptance, webhooks with their attempts by the time when they were scheduled.
${cutOff.length === 0 ? NOTHING : `Only the newest are counted of ${cutOff.slice(0, 5).join(', ')}${cutOff.length > 5 ? ` and ${cutOff.length - 5} others` : ''}.`}</p>`;
}
