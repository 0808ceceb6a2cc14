import { html } from 'hono/html';
import { type Clock, instant } from '../ports/clock.ts';
import { choice, field } from './elements.ts';
import { dayBefore } from './figures.ts';
import { ConsoleFault, type Html, type Visit } from './page.ts';

const RANGES = { 7: 'one week', 30: '30 days', 90: '90 days', 366: 'a year' } as const;
const DAY_CHARACTERS = 'YYYY-MM-DD'.length;

/** Days up to one of them, as a query asks for them. */
export interface AskedDays {
  readonly to: string;
  readonly count: number;
}

/** @throws ConsoleFault where it names no day */
export function askedDays({ query }: Pick<Visit, 'query'>, clock: Pick<Clock, 'nowMs'>): AskedDays {
  const to = query.to || instant(clock.nowMs()).slice(0, DAY_CHARACTERS);
  if (!isDay(to)) throw new ConsoleFault(400, `${to} is no day: write it as 2026-03-01.`);
  return { to, count: Object.keys(RANGES).includes(query.days ?? '') ? Number(query.days) : 30 };
}

/** A form that asks for other days. */
export const daysForm = ({ to, count }: AskedDays): Html => html`<form class="row" method="get">
${choice('Show', 'days', RANGES, String(count))}
${field('up to', 'to', html`type="date" value="${to}"`)}
<button>Show</button></form>`;

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayBefore(text, 0) === text;
