import {
  type AnalyticsFigures,
  type DayDocument,
  daysBetween,
  NO_FIGURES,
} from '../projections/dailyAnalytics.ts';
import type { ReadModels } from '../projections/readModels.ts';

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
