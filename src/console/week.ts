import { html } from 'hono/html';
import { dayOf } from '../events/fieldPatterns.ts';
import { instant } from '../ports/clock.ts';
import { type AnalyticsFigures, addFigures, NO_FIGURES } from '../projections/dailyAnalytics.ts';
import { type Day, daysUntil } from './days.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { percent, rounded } from './elements.ts';
import type { Html, Workspace } from './page.ts';

const WEEK = 7;
/** In the units of a sparkline. */
const [WIDTH, HEIGHT] = [100, 24];

interface Card {
  readonly label: string;
  readonly of: (figures: AnalyticsFigures) => number;
  /** What more of it is, of a rate; null: it is a number, and neither. */
  readonly moreIs: 'good' | 'bad' | null;
}

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
