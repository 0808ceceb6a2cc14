import { html } from 'hono/html';
import { type Html, NOTHING, type Visit } from './page.ts';

/** One column of a table: its heading, and what a row shows. */
export interface Column<Row> {
  readonly heading: string;
  readonly isNumber?: true;
  readonly of: (row: Row) => Html | string | number | null;
}

/** A column of numbers. */
export const figure = <Row>(heading: string, of: Column<Row>['of']): Column<Row> => ({
  heading,
  isNumber: true,
  of,
});

/** Controls, marks of direction, and what has no width, but not what joins letters and signs. */
export const UNSEEN = /(?![\n\r\t])\p{Cc}|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Text of others: its direction does not reach what stands around it, and what would not be seen is shown by its number, as
 * controls and marks of direction are.
 */
export function foreign<Value>(value: Value): Value | Html {
  // ASCII has no direction of its own.
  if (typeof value !== 'string' || /^[ -~\s]*$/.test(value)) return value;
  return html`<bdi>${visible(value)}</bdi>`;
}

/** The same for a place that takes no element. */
export const visible = (text: string): string =>
  text.replace(UNSEEN, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

/** Rows under headings, or what is said where there are none. On a narrow screen each row is a card, unless most of it are figures. */
export function tableOf<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  empty: string | Html,
): Html {
  if (rows.length === 0) return typeof empty === 'string' ? html`<p class="quiet">${empty}</p>` : empty;
  const kind = ({ isNumber }: Column<Row>) => (isNumber ? html` class="number"` : NOTHING);
  const isCards = 2 * columns.filter(({ isNumber }) => isNumber).length <= columns.length;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table${isCards ? html` class="cards"` : NOTHING}>
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${kind(column)}>${column.heading}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td${kind(column)} data-label="${column.heading}">${foreign(column.of(row) ?? '–')}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

/** What a page without anything is for, and the command that begins. */
export const emptyPage = (what: string, command: string): Html =>
  html`<div class="empty"><p>${what}</p><pre>${command}</pre></div>`;

/** Fields that lie open on a wide screen, and behind a button on a narrow one. */
export const folded = (id: string, label: string, fields: Html): Html =>
  html`<button type="button" class="narrow" popovertarget="${id}">${label}</button><div id="${id}" class="fold" popover>${fields}</div>`;

/** Names with their values. Null is left out. */
export function factsOf(facts: Readonly<Record<string, Html | string | number | null>>): Html {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== '');
  return html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${foreign(value)}</dd>`)}</dl>`;
}

/** A point in time, as it stands in the log. */
export function timeOf(at: string | null): Html | null {
  if (at === null) return null;
  return html`<time datetime="${at}">${at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC</time>`;
}

/** How long something takes or took: `4 ms`, `12 s`, `3 min`, `5 h`, `2 days`. */
export function spanOf(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} days`;
}

/** A button that does something; `fields` are sent with it, `more` are fields that the person fills in. */
export function actForm(
  { csrf }: Pick<Visit, 'csrf'>,
  action: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
  more: Html = NOTHING,
): Html {
  return html`<form class="row" method="post" action="${action}">
<input type="hidden" name="_csrf" value="${csrf}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${more}<button>${label}</button></form>`;
}

/** A field with its label. @param id its name, unless a page has several of that name */
export const field = (label: string, name: string, attributes: Html = NOTHING, id = name): Html =>
  html`<div><label for="${id}">${label}</label><input id="${id}" name="${name}" ${attributes}></div>`;

/** A choice with its label. `values`: shown text by value. A button sends it: a key press that only looks at the next value must not. */
export function choice(
  label: string,
  name: string,
  values: Readonly<Record<string, string>>,
  chosen: string,
): Html {
  const options = Object.entries(values).map(
    ([value, text]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : NOTHING}>${text}</option>`,
  );
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options}</select></div>`;
}

/** A part of a page that is asked for again each second while what it shows is worked out; without JavaScript by a link. */
export function refreshing({ url }: Pick<Visit, 'url'>, isRunning: boolean, part: Html): Html {
  const again = html` hx-get="${url}" hx-trigger="every 1s" hx-select="#work" hx-swap="outerHTML"`;
  const link = html`<noscript><p><a href="${url}">Look again</a></p></noscript>`;
  return html`<div id="work"${isRunning ? again : NOTHING}>${part}${isRunning ? link : NOTHING}</div>`;
}

/**
 * A plot of some figures of each row, drawn in the browser; without JavaScript its table says the same.
 * @param times of the rows, in seconds since 1970, ascending
 */
export function plotOf<Name extends string>(
  title: string,
  times: readonly number[],
  rows: readonly Readonly<Record<Name, number>>[],
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
): Html {
  const series = names.map((name) => ({ label: labels[name], values: rows.map((row) => row[name]) }));
  return html`<figure><figcaption>${title}</figcaption><div data-plot="${JSON.stringify({ times, series })}"></div></figure>`;
}

/** An address of this page with other values in its query; null takes one out. */
export function addressWith(
  visit: Pick<Visit, 'url' | 'query'>,
  changes: Readonly<Record<string, string | null>>,
): string {
  const values = { ...visit.query, ...changes };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== '') query.set(name, value);
  const path = visit.url.split('?')[0] ?? '/';
  return query.size === 0 ? path : `${path}?${query}`;
}
