import { html } from 'hono/html';
import { parseInstant } from '../commands/kernel/parseInstant.ts';
import { BEGINNING, type Position } from '../events/event.ts';
import { dayOf } from '../events/fieldPatterns.ts';
import { type Clock, instant } from '../ports/clock.ts';
import { dayBefore } from './days.ts';
import type { ConsoleOptions } from './dependencies.ts';
import { choice, field } from './elements.ts';
import { ConsoleFault, type Html, type Visit } from './page.ts';

const RANGES = { 7: 'one week', 30: '30 days', 90: '90 days', 366: 'a year' } as const;

type Asking = Pick<Visit, 'query'>;

/** Days up to one of them, as a query asks for them. @throws ConsoleFault where it names no day */
export function askedDays({ query }: Asking, clock: Pick<Clock, 'nowMs'>) {
  const to = query.to || dayOf(instant(clock.nowMs()));
  if (!isDay(to)) throw new ConsoleFault(400, `${to} is no day: write it as 2026-03-01.`);
  return { to, count: Object.keys(RANGES).includes(query.days ?? '') ? Number(query.days) : 30 };
}

/** A form that asks for other days. */
export const daysForm = ({
  to,
  count,
}: ReturnType<typeof askedDays>): Html => html`<form class="row" method="get">
${choice('Show', 'days', RANGES, String(count))}
${field('up to', 'to', html`type="date" value="${to}"`)}
<button>Show</button></form>`;

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayBefore(text, 0) === text;

/** A time as pages show it too: in UTC unless it names an offset. @throws ConsoleFault naming the field */
export function instantIn(name: string, text: string): string {
  const [, date, time = '00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?(?: ?(Z|[+-]\d\d:\d\d)| UTC)?$/i.exec(text.trim()) ?? [];
  const ms = parseInstant(`${date}T${time}${zone}`.toUpperCase());
  if (ms === null) throw new ConsoleFault(400, `${name} must be a time such as 2026-03-01T09:00.`);
  return instant(ms);
}

/** Between which times a query asks; those that it does not name are absent. @throws ConsoleFault naming the field */
export const timesIn = ({ query: { since, until } }: Asking) => ({
  ...(since && { since: instantIn('since', since) }),
  ...(until && { until: instantIn('until', until) }),
});

/** A field of a query, with what it holds now. */
export const askedField = ({ query }: Asking, label: string, name: string, attributes?: Html): Html =>
  field(label, name, html`value="${query[name] ?? ''}" ${attributes}`);

/** A choice of a query, with what is chosen now. */
export const askedChoice = ({ query }: Asking, label: string, name: string, values: Record<string, string>) =>
  choice(label, name, values, query[name] ?? '');

/** The times of a query. `size`: so many characters of an example are shown, the day alone or with a time. */
export const timeFields = (visit: Asking, size: 10 | 16 = 16): Html =>
  html`${askedField(visit, 'Since (UTC)', 'since', html`placeholder="${'2026-03-01T09:00'.slice(0, size)}" size="${size}"`)}
${askedField(visit, 'Until (UTC)', 'until', html`placeholder="${'2026-03-02T09:00'.slice(0, size)}" size="${size}"`)}`;

/** Positions are read as they are shown, without the zeros in front. @throws ConsoleFault where no log is that long */
export function positionIn(text: string, options: Pick<ConsoleOptions, 'positionIn'>): Position {
  if (!/^\d{1,20}$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new ConsoleFault(400, 'Write a position of the log, a number.');
  return options.positionIn(text.padStart(BEGINNING.length, '0'));
}
