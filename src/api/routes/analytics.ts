import { parseInstant } from '../../commands/kernel/parseInstant.ts';
import { type Issue, invalid, Refusal } from '../../commands/kernel/refusal.ts';
import { dayOf } from '../../events/fieldPatterns.ts';
import { instant } from '../../ports/clock.ts';
import { addFigures, daysBetween, NO_FIGURES } from '../../projections/dailyAnalytics.ts';
import type { Routes } from '../dependencies.ts';
import { AnalyticsAnswer, AnalyticsQuery, figuresAnswer } from '../resources/analytics.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');

/** Spec section 4.2. */
export const analyticsRoutes: Routes = (app, { ledger, models }) => {
  app.get(
    '/v1/analytics',
    {
      config: { scope: 'analytics:read' },
      schema: {
        tags: ['Analytics'],
        operationId: 'getAnalytics',
        summary: 'Daily figures of email',
        querystring: AnalyticsQuery,
        response: { 200: AnalyticsAnswer },
      },
    },
    async (request) => {
      const { fromMs, toMs } = rangeOf(request.query, ledger.clock.nowMs());
      const days = daysTouched(fromMs, toMs);
      const [first = '', last = ''] = [days[0], days.at(-1)];
      const { workspace } = request.caller;
      const found = await daysBetween(models.dailyAnalytics, workspace, first, last, days.length);
      const figures = new Map(found.map((document) => [document.day, document]));
      const rows = days.map((date) => ({ date, figures: figures.get(date) ?? NO_FIGURES }));
      return {
        from: instant(fromMs),
        to: instant(toMs),
        totals: figuresAnswer(rows.reduce((sum, row) => addFigures(sum, row.figures), NO_FIGURES)),
        data: rows.map((row) => ({ date: row.date, ...figuresAnswer(row.figures) })),
      };
    },
  );
};

/** @throws Refusal `invalid` with the bound that is wrong */
function rangeOf(
  query: { readonly from?: string; readonly to?: string },
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const issues: Issue[] = [];
  const read = (path: string, text: string | undefined, fallbackMs: number): number => {
    const ms = text === undefined ? fallbackMs : parseInstant(text);
    if (ms === null) issues.push({ path, message: 'must be an ISO 8601 instant with Z or an offset' });
    return ms ?? fallbackMs;
  };
  const toMs = read('/to', query.to, nowMs);
  // Days before the year 0 cannot be written.
  const fromMs = read('/from', query.from, Math.max(toMs - DEFAULT_DAYS * DAY_MS, FIRST_MS));
  if (issues.length > 0) throw new Refusal('invalid', issues);
  if (fromMs > toMs) throw invalid('/from', 'must not be later than `to`, which is now when absent');
  if (toMs - fromMs > MAX_DAYS * DAY_MS)
    throw invalid('/from', `must not be more than ${MAX_DAYS} days before \`to\`, which is now when absent`);
  return { fromMs, toMs };
}

/** The UTC days that the range touches, ascending: up to 367, when it begins and ends within a day. */
function daysTouched(fromMs: number, toMs: number): string[] {
  const days: string[] = [];
  for (let ms = Math.floor(fromMs / DAY_MS) * DAY_MS; ms <= toMs; ms += DAY_MS) days.push(dayOf(instant(ms)));
  return days;
}
