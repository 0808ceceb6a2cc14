import { html } from 'hono/html';
import { dayOf } from '../events/fieldPatterns.ts';
import { instant } from '../ports/clock.ts';
import {
  type AnalyticsFigures,
  addFigures,
  type DayDocument,
  daysBetween,
  NO_FIGURES,
} from '../projections/dailyAnalytics.ts';
import type { ReadModels } from '../projections/readModels.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { plotOf } from './elements.ts';
import type { Html, Workspace } from './page.ts';

const DAY_MS = 86_400_000;

export type FigureName = keyof AnalyticsFigures;

export const FIGURES: Readonly<Record<FigureName, string>> = {
  accepted: 'Accepted',
  submitted: 'Submitted',
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Complained',
  opened: 'Opened',
  clicked: 'Clicked',
  creditsUsed: 'Credits',
};

/** The events that are counted, each once a recipient. */
export const COUNTED: typeof FIGURES = {
  ...FIGURES,
  accepted: 'EmailAccepted',
  creditsUsed: 'EmailAccepted',
};

export type Day = AnalyticsFigures & { readonly day: string };

export const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** The days up to `to`, ascending, also those on which nothing happened. */
export async function daysUntil(
  collection: ReadModels['dailyAnalytics'],
  workspace: string,
  to: string,
  count: number,
): Promise<readonly Day[]> {
  const days = Array.from({ length: count }, (_, at) => dayBefore(to, count - 1 - at));
  const stored = await daysBetween(collection, workspace, days[0] ?? to, to, count);
  const known = new Map<string, DayDocument>(stored.map((document) => [document.day, document]));
  return days.map((day) => ({ ...NO_FIGURES, ...known.get(day), day }));
}

export function figuresPlot(title: string, days: readonly Day[]): Html {
  const times = days.map(({ day }) => Date.parse(day) / 1_000);
  return plotOf(title, times, days, ['accepted', 'delivered', 'opened', 'bounced'], FIGURES);
}

const WEEK = 7;
/** In the units of a sparkline. */
const [WIDTH, HEIGHT] = [100, 24];

interface Card {
  readonly label: string;
  readonly of: (figures: AnalyticsFigures) => number;
  /** What more of it is, of a rate; null: it is a number, and neither. */
  readonly moreIs: 'good' | 'bad' | null;
}

/** A share in percent; of nothing it is none. */
export const percent = (some: number, of: number): string =>
  of === 0 ? '–' : `${rounded((100 * some) / of)} %`;

const rounded = (value: number): string => value.toFixed(Math.abs(value) < 10 ? 2 : 1).replace(/\.?0+$/, '');

/** A week of some workspaces in four figures, next to the week before. */
export async function weekOf(
  { models, ledger }: Pick<ConsoleDependencies, 'models' | 'ledger'>,
  seen: readonly Workspace[],
): Promise<Html> {
  const today = dayOf(instant(ledger.clock.nowMs()));
  const each = await Promise.all(seen.map(({ id }) => daysUntil(models.dailyAnalytics, id, today, 2 * WEEK)));
  const days = (each[0] ?? []).map(({ day }, at) => ({
    day,
    ...sumOf(each.flatMap((own) => own[at] ?? [])),
  }));
  const week = sumOf(days.slice(WEEK));
  // A route that hands mail over hears of no arrival, or of few.
  const isArrivalKnown = week.submitted === 0 || 2 * (week.delivered + week.bounced) >= week.submitted;
  const cards: readonly Card[] = [
    { label: 'Sent', of: ({ accepted }) => accepted, moreIs: null },
    isArrivalKnown
      ? { label: 'Delivery rate', of: ({ delivered }) => delivered, moreIs: 'good' }
      : { label: 'Submission rate', of: ({ submitted }) => submitted, moreIs: 'good' },
    { label: 'Bounce rate', of: ({ bounced }) => bounced, moreIs: 'bad' },
    { label: 'Complaint rate', of: ({ complained }) => complained, moreIs: 'bad' },
  ];
  return html`<h2>The last seven days</h2><div class="figures">${cards.map((card) => cardOf(card, days))}</div>
${!isArrivalKnown && html`<p class="quiet">What was delivered is not known: the route hands mail over to a server that does not report what arrived.</p>`}
<p class="quiet">Recipients, each event on its own day, today with what has happened so far; rates are of those accepted. The change is against the seven days before.</p>`;
}

const sumOf = (figures: readonly AnalyticsFigures[]): AnalyticsFigures =>
  figures.reduce(addFigures, NO_FIGURES);

function cardOf({ label, of, moreIs }: Card, days: readonly Day[]): Html {
  const isRate = moreIs !== null;
  const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
  const amount = (some: AnalyticsFigures) => (isRate ? share(of(some), some.accepted) : of(some));
  const [before, now] = [sumOf(days.slice(0, WEEK)), sumOf(days.slice(WEEK))];
  const more = amount(now) - amount(before);
  const change = isRate ? more : share(more, amount(before));
  const shown = rounded(change);
  const isNew = before.accepted === 0;
  const isGood = change > 0 === (moreIs === 'good');
  const tone = !isRate || shown === '0' || isNew ? 'quiet' : isGood ? 'good' : 'bad';
  const said = isNew
    ? 'nothing the week before'
    : `${change > 0 ? '+' : ''}${shown} ${isRate ? 'points' : '%'} against the week before`;
  return html`<div class="card"><span>${label}</span><b>${isRate ? percent(of(now), now.accepted) : of(now).toLocaleString('en')}</b>
${sparkline(`${label} by day`, days.map(amount))}<span class="${tone}">${said}</span></div>`;
}

/** @param values ascending by time */
function sparkline(label: string, values: readonly number[]): Html {
  const most = Math.max(...values, Number.MIN_VALUE);
  const points = values.map(
    (value, at) =>
      `${((at * WIDTH) / (values.length - 1)).toFixed(1)},${(HEIGHT * (1 - value / most)).toFixed(1)}`,
  );
  return html`<svg class="spark" role="img" aria-label="${label}: ${values.map(rounded).join(', ')}" viewBox="0 -2 ${WIDTH} ${HEIGHT + 4}" preserveAspectRatio="none"><polyline points="${points.join(' ')}"/></svg>`;
}
