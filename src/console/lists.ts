import { html } from 'hono/html';
import {
  type Collection,
  foldedText,
  type PageCursor,
  SHORTEST_PART,
  type Stored,
} from '../ports/documents.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { idsByPart, type Searched } from '../projections/searchTexts.ts';
import { addressWith, field } from './elements.ts';
import { ConsoleFault, type Html, NOTHING, type WorkspaceVisit } from './page.ts';

const LONGEST_PART = 200;

/** Why what a person has typed is not looked for as a part; null: it is. */
export function unsearchable(part: string): Html | null {
  const letters = [...foldedText(part)].length;
  if (letters >= SHORTEST_PART && letters <= LONGEST_PART) return null;
  const bound = letters < SHORTEST_PART ? `least ${SHORTEST_PART}` : `most ${LONGEST_PART}`;
  return html`<p class="warn" role="status">Write at ${bound} letters to search by a part.</p>`;
}

/**
 * The documents of a workspace with a part in their texts, about the newest first; a page of them. `says`: why it was not looked
 * for, `next`: after which older ones begin.
 */
export async function matches<Kind extends Searched, Document extends { readonly workspace: string }>(
  { searchTexts }: Pick<ReadModels, 'searchTexts'>,
  collection: Pick<Collection<Document>, 'getMany'>,
  kind: Kind,
  { workspace, query: { find: part = '', after } }: Pick<WorkspaceVisit, 'workspace' | 'query'>,
  limit: number,
) {
  const says = unsearchable(part);
  if (says !== null) return { shown: [], says, next: null };
  const asked = { workspace: workspace.id, part };
  const { ids, next } = await idsByPart(searchTexts, kind, asked, { limit, after: after ?? null });
  const found = await collection.getMany(ids);
  const shown = ids
    .flatMap((id) => found.get(id) ?? [])
    .filter(({ document }) => document.workspace === workspace.id);
  return { shown, says, next };
}

/** The box of a list that is searched by parts. */
export const partForm = ({ query }: Pick<WorkspaceVisit, 'query'>, label: string, action = ''): Html =>
  html`<form class="row" method="get"${action && html` action="${action}"`}>${field(label, 'find', html`type="search" value="${query.find ?? ''}" maxlength="${LONGEST_PART}"`)}<button class="main">Find</button></form>`;

/** What a list is filtered by: `always`, and fields that lie open on a wide screen and behind a button on a narrow one. */
export const filterForm = (fields: Html, submit: Html, always: Html = NOTHING): Html =>
  html`<form class="row" method="get">
${always}<button type="button" class="narrow" popovertarget="filters">Filters</button><div id="filters" class="fold" popover>${fields}</div>
${submit}</form>`;

/** The first documents of a list that comes in pages. */
export async function firstDocuments<Document>(
  pages: AsyncIterable<readonly Stored<Document>[]>,
  most: number,
): Promise<readonly Stored<Document>[]> {
  const first: Stored<Document>[] = [];
  for await (const page of pages) {
    first.push(...page.slice(0, most - first.length));
    if (first.length === most) break;
  }
  return first;
}

/** The place after a full page of a list; null: nothing comes after the page. @param valuesOf the values of a document in the index */
export function placeAfter<Document>(
  page: readonly Stored<Document>[],
  limit: number,
  valuesOf: (document: Document) => PageCursor['values'],
): string | null {
  const last = page.length < limit ? undefined : page.at(-1);
  return last ? placeText({ values: valuesOf(last.document), key: last.key }) : null;
}

/** The place of a list after which a page begins, as a link holds it. */
export const placeText = (place: PageCursor): string => JSON.stringify(place);

/** @param equals the values that every place of the list begins with @throws ConsoleFault where the text is no place of it */
export function placeFrom(text: string | undefined, equals: readonly string[]): PageCursor | undefined {
  if (text === undefined) return undefined;
  try {
    const { values, key } = JSON.parse(text) as PageCursor;
    const isRight =
      Array.isArray(values) && values.every((value) => typeof value === 'string') && typeof key === 'string';
    const isOfList = equals.every((value, at) => values[at] === value) && values.length === equals.length + 1;
    if (isRight && isOfList) return { values, key };
  } catch {}
  throw noPlace();
}

/** Of a query that begins at no place of its list. */
export const noPlace = () => new ConsoleFault(400, 'after is no place of a list: begin at its first page.');

/** Leads to the next page of a list, by its place or by what of the query changes; null: there is none. */
export const nextLink = (
  visit: Pick<WorkspaceVisit, 'url' | 'query'>,
  next: string | Readonly<Record<string, string>> | null,
  says = 'Older ones',
): Html => {
  if (next === null) return NOTHING;
  const href = addressWith(visit, typeof next === 'string' ? { after: next } : next);
  return html`<p><a href="${href}" rel="next">${says}</a></p>`;
};
