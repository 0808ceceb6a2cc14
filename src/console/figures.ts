import type { AnalyticsFigures, DayDocument } from '../projections/dailyAnalytics.ts';
import { daysBetween, NO_FIGURES } from '../projections/dailyAnalytics.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { plotOf } from './elements.ts';
import type { Html } from './page.ts';

const DAY_MS = 86_400_000;

export const FIGURES: Readonly<Record<keyof AnalyticsFigures, string>> = {
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
