import { html } from 'hono/html';
import type { GaugeName } from '../ports/declaredMetrics.ts';
import type { GaugeValue } from '../ports/metrics.ts';
import { oldestPendingAt } from '../projections/webhookDeliveries.ts';
import { keptFor } from '../queues/keptFor.ts';
import type { ConsoleDependencies, ServiceReports } from './dependencies.ts';
import { dueWork } from './dueWork.ts';
import { notAsked, spanOf } from './elements.ts';
import type { Html } from './page.ts';

/** Something that needs a person, with the next step. */
export interface ServiceFinding {
  /** Says of which of the `KINDS` it is; the worst first. */
  readonly rank: number;
  readonly says: string;
  readonly next: string;
  /** Where that is done; absent: `postledger doctor` says more. */
  readonly step?: Html;
}

/** What findings are of, from which rank on. Only what loses mail is red. */
const KINDS = [
  { from: 9, title: 'Mail is lost or refused', isLoss: true },
  { from: 5, title: 'Mail waits, or is counted late', isLoss: false },
  { from: 3, title: 'Customers miss outcomes', isLoss: false },
  { from: 0, title: 'To be set right', isLoss: false },
] as const;
/** Findings of a kind that are open at once. */
const OPEN = 5;

export const stepTo = (href: string, label: string): Html =>
  html`<a class="button" href="${href}">${label}</a>`;
const stepBy = (command: string): Html =>
  html`<code>${command}</code> <button type="button" data-copy="${command}" hidden>Copy</button>`;

/** What was found, by kind. */
export function findingsList(findings: readonly ServiceFinding[]): Html {
  const ranked = [...findings].sort((one, other) => other.rank - one.rank);
  const itemOf = ({ says, next, step = stepBy('postledger doctor') }: ServiceFinding, isLoss: boolean) =>
    html`<li${isLoss && html` class="bad-one"`}><strong>${says}</strong><br><span class="next">${next}</span> ${step}</li>`;
  return html`${KINDS.map(({ from, title, isLoss }, at) => {
    const own = ranked.filter(({ rank }) => rank >= from && rank < (KINDS[at - 1]?.from ?? Infinity));
    if (own.length === 0) return null;
    const items = own.map((one) => itemOf(one, isLoss));
    return html`<section><h2>${title}: ${own.length}</h2><ol class="findings">${items.slice(0, OPEN)}</ol>
${own.length > OPEN && html`<details><summary>${own.length - OPEN} more</summary><ol class="findings">${items.slice(OPEN)}</ol></details>`}</section>`;
  })}`;
}

/** A lag that people notice. */
const LATE_MS = 10_000;
/** Work that has been due this long is held back by something. */
const WAITS_MS = 60_000;
const LOW_FREE_BYTES = 5 * 1024 ** 3;
/** The checks of the machine write to its disk: the page asks for them seldom. */
const CHECKED_EVERY_MS = 60_000;
const GAUGES = [
  'postledger_consumer_lag_seconds',
  'postledger_data_free_bytes',
  'postledger_carrier_bound',
  'postledger_missing_events',
] as const satisfies readonly GaugeName[];

/** What concerns every workspace: the log, the background, the machine, the routes, and work that waits. */
export function serviceFindings(dependencies: ConsoleDependencies): () => Promise<readonly ServiceFinding[]> {
  const { reports, ledger, metrics } = dependencies;
  const checked = keptFor<readonly ServiceFinding[]>(ledger.clock, CHECKED_EVERY_MS);
  return async () => {
    const gauges = await metrics.gauges(GAUGES);
    const parts = await Promise.all([
      checked.of('', () => machineFindings(reports)),
      findingsOf('Work that is due', () => ofDueWork(dependencies)),
      findingsOf('Webhooks', () => ofWebhooks(dependencies)),
    ]);
    return [ofReports(reports, gauges), ofGauges(gauges), ...parts].flat();
  };
}

/** What was found; where a store gives no answer, that. */
export function findingsOf(
  what: string,
  find: () => Promise<readonly ServiceFinding[]>,
): Promise<readonly ServiceFinding[]> {
  const next = 'The rest of the page is not touched by it; postledger doctor says what is away.';
  return find().catch((error) => [{ rank: 8, says: notAsked(what, error), next }]);
}

async function machineFindings({ checks }: ServiceReports): Promise<readonly ServiceFinding[]> {
  const found = (await checks?.()) ?? [];
  return found.flatMap(({ name, ok, says, mend = 'postledger doctor says more.' }) =>
    ok ? [] : { rank: 2, says: `${name}: ${says}.`, next: mend },
  );
}

function ofReports(reports: ServiceReports, gauges: readonly GaugeValue[]): readonly ServiceFinding[] {
  const found: ServiceFinding[] = [];
  if (reports.logDamage !== null)
    found.push({
      rank: 9,
      says: `The log is damaged: ${reports.logDamage}`,
      next: "Nothing is accepted until it is repaired: docs/operations.md, 'Damage'.",
    });
  if (reports.backgroundRuns?.() === false)
    found.push({
      rank: 8,
      says: 'The background process does not run: nothing is sent, posted or counted.',
      next: 'It is started again by itself; the log of the service says why it ended.',
    });
  const late = seriesOf(gauges, 'postledger_consumer_lag_seconds').filter(
    ({ value }) => value * 1_000 >= LATE_MS,
  );
  const lagMs = Math.max(reports.backgroundLagMs?.() ?? 0, ...late.map(({ value }) => value * 1_000));
  const names = late.map(({ labels }) => labels.consumer?.replace(/^projection:/, '')).join(', ');
  if (lagMs >= LATE_MS)
    found.push({
      rank: 6,
      says: `The background is ${spanOf(lagMs)} late: figures and lists are as old${names && ` (${names})`}.`,
      next: 'It catches up by itself once less is sent.',
      step: stepBy('postledger projections status'),
    });
  const route = reports.route?.() ?? null;
  if (route !== null && route.state !== 'open')
    found.push({
      rank: 7,
      says: `The route for mail (${route.route}) has been ${route.state} since ${route.since}: ${route.trouble ?? 'it is tried'}.`,
      next: 'Accepted mail waits and nothing is lost; postledger doctor says what the server answers.',
    });
  if (reports.intakeListens?.() === false)
    found.push({
      rank: 4.5,
      says: 'Bounces and complaints are not received: the intake does not listen.',
      next: 'Other servers send them again for days; the log of the service says why, and postledger doctor too.',
    });
  return found;
}

/** The work of each kind that waits for long. */
async function ofDueWork(dependencies: ConsoleDependencies): Promise<readonly ServiceFinding[]> {
  const nowMs = dependencies.ledger.clock.nowMs();
  return (await dueWork(dependencies)).flatMap(({ kind, lanes, sinceMs }) => {
    const waitsMs = nowMs - sinceMs;
    if (waitsMs < WAITS_MS) return [];
    return {
      // What waits longer comes first, and still after what holds all of it back.
      rank: 5 + waitsMs / (waitsMs + 3_600_000),
      says: `Work of the kind ${kind} has been due for ${spanOf(waitsMs)}, in ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}.`,
      next: 'A pace, a route that is closed or an endpoint that fails holds it back; the page of a message that waits and `postledger audit show` say which.',
    };
  });
}

/** What is short of the machine. */
function ofGauges(gauges: readonly GaugeValue[]): readonly ServiceFinding[] {
  const found: ServiceFinding[] = [];
  const missing = Math.max(0, ...seriesOf(gauges, 'postledger_missing_events').map(({ value }) => value));
  if (missing > 0)
    found.push({
      rank: 9,
      says: `Acknowledged events are missing from the log, ${missing} at least.`,
      next: 'It lists the messages, and which of them must not be sent again; with --acknowledge this ends.',
      step: stepBy('postledger audit missing'),
    });
  if (seriesOf(gauges, 'postledger_carrier_bound')[0]?.value === 0)
    found.push({
      rank: 7,
      says: 'The carrier of text messages is not bound: none is sent.',
      next: 'Accepted messages wait; the log of the service has the answer of the carrier.',
    });
  const freeBytes = seriesOf(gauges, 'postledger_data_free_bytes')[0]?.value ?? LOW_FREE_BYTES;
  if (freeBytes < LOW_FREE_BYTES)
    found.push({
      rank: freeBytes < LOW_FREE_BYTES / 10 ? 9 : 2,
      says: `The disk of the data folder has ${(freeBytes / 1024 ** 3).toFixed(1)} GiB left.`,
      next: 'Make room: nothing is accepted on a full disk.',
    });
  return found;
}

const seriesOf = (gauges: readonly GaugeValue[], wanted: (typeof GAUGES)[number]) =>
  gauges.filter(({ name }) => name === wanted);

async function ofWebhooks({ models, ledger }: ConsoleDependencies): Promise<readonly ServiceFinding[]> {
  const pendingAt = await oldestPendingAt(models.webhookDeliveries);
  const waitsMs = pendingAt === null ? 0 : ledger.clock.nowMs() - Date.parse(pendingAt);
  if (waitsMs < WAITS_MS) return [];
  const says = `The oldest webhook has waited for ${spanOf(waitsMs)}.`;
  const next = 'Mostly its endpoint fails: the page Webhooks of its workspace shows which one.';
  return [{ rank: 3, says, next }];
}
