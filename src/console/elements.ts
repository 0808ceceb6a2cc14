import { html } from 'hono/html';
import { isUnavailable } from '../ports/isUnavailable.ts';
import { type Html, NOTHING, type Visit } from './page.ts';

type Cell<Row> = (row: Row) => Html | string | number | null;

/** What the columns of a table show of a row, by their headings. */
export type Columns<Row> = Readonly<Record<string, Cell<Row> | { readonly number: Cell<Row> }>>;

/** A column of numbers. */
export const figure = <Row>(number: Cell<Row>) => ({ number });

/** Columns of the numbers that rows have under these names. */
export function figures<Name extends string>(names: readonly Name[], labels: Readonly<Record<Name, string>>) {
  type Row = Readonly<Record<Name, string | number>>;
  return Object.fromEntries(names.map((name) => [labels[name], figure((row: Row) => row[name])] as const));
}

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
  columns: Columns<Row>,
  rows: readonly Row[],
  empty: string | Html = NOTHING,
): Html {
  if (rows.length === 0) return typeof empty === 'string' ? html`<p class="quiet">${empty}</p>` : empty;
  const shown = Object.entries(columns).map(([heading, of]) =>
    typeof of === 'function'
      ? { heading, of, kind: NOTHING }
      : { heading, of: of.number, kind: html` class="number"` },
  );
  const isCards = 2 * shown.filter(({ kind }) => kind !== NOTHING).length <= shown.length;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table${isCards && html` class="cards"`}>
<caption>${caption}</caption>
<thead><tr>${shown.map(({ heading, kind }) => html`<th scope="col"${kind}>${heading}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${shown.map(({ heading, kind, of }) => html`<td${kind} data-label="${heading}">${foreign(of(row) ?? '–')}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

/** What a page without anything is for, and the command that begins. */
export const emptyPage = (what: string, command: string): Html =>
  html`<div class="empty"><p>${what}</p><pre>${command}</pre></div>`;

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

/** A share in percent; of nothing it is none. */
export const percent = (some: number, of: number): string =>
  of === 0 ? '–' : `${rounded((100 * some) / of)} %`;

export const rounded = (value: number): string =>
  value.toFixed(Math.abs(value) < 10 ? 2 : 1).replace(/\.?0+$/, '');

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
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  );
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options}</select></div>`;
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

/** An address with the query of this page, at another path where one is given; null takes a value out. */
export function addressWith(
  { url, query }: Pick<Visit, 'url' | 'query'>,
  changes: Readonly<Record<string, string | null>>,
  path = url.split('?')[0] ?? '/',
): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) if (value) asked.set(name, value);
  return asked.size === 0 ? path : `${path}?${asked}`;
}

/** What a page says where a store gave no answer. @throws the error itself where it is another one */
export function notAsked(what: string, error: unknown): string {
  if (isUnavailable(error)) return `${what} could not be asked for: ${error.message}.`;
  throw error;
}

/** A part of a page; a sentence in its place where a store gives no answer, so that the rest is shown. */
export function partOf(what: string, part: () => Promise<Html>): Promise<Html> {
  return part().catch((error) => html`<p class="warn" role="status">${notAsked(what, error)}</p>`);
}
