import { html } from 'hono/html';
import { type AnalyticsFigures, addFigures, NO_FIGURES } from '../projections/dailyAnalytics.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { type Day, daysUntil } from './figures.ts';
import { type Html, NOTHING, type Workspace } from './page.ts';

const WEEK = 7;
/** In the units of a sparkline. */
const [WIDTH, HEIGHT] = [100, 24];

interface Card {
  readonly label: string;
  readonly of: (figures: AnalyticsFigures) => number;
  readonly isRate: boolean;
  /** What more of it is; null: neither. */
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
  const today = new Date(ledger.clock.nowMs()).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const each = await Promise.all(seen.map(({ id }) => daysUntil(models.dailyAnalytics, id, today, 2 * WEEK)));
  const days = (each[0] ?? []).map(({ day }, at) => ({
    day,
    ...sumOf(each.flatMap((own) => own[at] ?? [])),
  }));
  const week = sumOf(days.slice(WEEK));
  // A route that hands mail over hears of no arrival, or of few.
  const isArrivalKnown = week.submitted === 0 || 2 * (week.delivered + week.bounced) >= week.submitted;
  const rate = (label: string, of: Card['of'], moreIs: Card['moreIs']): Card => ({
    label,
    of,
    isRate: true,
    moreIs,
  });
  const cards: readonly Card[] = [
    { label: 'Sent', of: ({ accepted }) => accepted, isRate: false, moreIs: null },
    isArrivalKnown
      ? rate('Delivery rate', ({ delivered }) => delivered, 'good')
      : rate('Submission rate', ({ submitted }) => submitted, 'good'),
    rate('Bounce rate', ({ bounced }) => bounced, 'bad'),
    rate('Complaint rate', ({ complained }) => complained, 'bad'),
  ];
  return html`<h2>The last seven days</h2><div class="figures">${cards.map((card) => cardOf(card, days))}</div>
${isArrivalKnown ? NOTHING : html`<p class="quiet">What was delivered is not known: the route hands mail over to a server that does not report what arrived.</p>`}
<p class="quiet">Recipients, each event on its own day, today with what has happened so far; rates are of those accepted. The change is against the seven days before.</p>`;
}

const sumOf = (figures: readonly AnalyticsFigures[]): AnalyticsFigures =>
  figures.reduce(addFigures, NO_FIGURES);

function cardOf({ label, of, isRate, moreIs }: Card, days: readonly Day[]): Html {
  const amount = (figures: AnalyticsFigures) =>
    isRate ? (figures.accepted === 0 ? 0 : (100 * of(figures)) / figures.accepted) : of(figures);
  const [before, now] = [sumOf(days.slice(0, WEEK)), sumOf(days.slice(WEEK))];
  const change = isRate
    ? amount(now) - amount(before)
    : before.accepted === 0
      ? 0
      : (100 * (amount(now) - amount(before))) / amount(before);
  const shown = rounded(change);
  const tone =
    moreIs === null || shown === '0' || before.accepted === 0
      ? 'quiet'
      : change > 0 === (moreIs === 'good')
        ? 'good'
        : 'bad';
  const said =
    before.accepted === 0
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
