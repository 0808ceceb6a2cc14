import { html } from 'hono/html';
import { type Collection, foldedText, SHORTEST_PART, type Stored } from '../ports/documents.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { idsByPart, type Searched } from '../projections/searchTexts.ts';
import { addressWith, field } from './elements.ts';
import { type Html, NOTHING, type WorkspaceVisit } from './page.ts';

const LONGEST_PART = 200;

/** Why what a person has typed is not looked for as a part; null: it is. */
export function unsearchable(part: string): string | null {
  const letters = [...foldedText(part)].length;
  if (letters < SHORTEST_PART) return `Write at least ${SHORTEST_PART} letters to search by a part.`;
  return letters > LONGEST_PART ? `Write at most ${LONGEST_PART} letters to search by a part.` : null;
}

/** What a list shows of what has a part, or why it was not looked for. */
export interface Matches<Document> {
  readonly shown: readonly Stored<Document>[];
  readonly says: Html;
  /** Leads to what is older. */
  readonly more: Html;
}

/** The documents of a workspace with a part in their texts, about the newest first; a page of them. */
export async function matches<Kind extends Searched, Document extends { readonly workspace: string }>(
  { searchTexts }: Pick<ReadModels, 'searchTexts'>,
  collection: Pick<Collection<Document>, 'getMany'>,
  kind: Kind,
  visit: Pick<WorkspaceVisit, 'workspace' | 'query' | 'url'>,
  limit: number,
): Promise<Matches<Document>> {
  const { workspace, query } = visit;
  const part = query.find ?? '';
  const says = unsearchable(part);
  if (says !== null)
    return { shown: [], says: html`<p class="warn" role="status">${says}</p>`, more: NOTHING };
  const after = query.after ?? null;
  const { ids, next } = await idsByPart(
    searchTexts,
    kind,
    { workspace: workspace.id, part },
    { limit, after },
  );
  const found = await collection.getMany(ids);
  const shown = ids
    .flatMap((id) => found.get(id) ?? [])
    .filter(({ document }) => document.workspace === workspace.id);
  return { shown, says: NOTHING, more: next === null ? NOTHING : olderLink(visit, next) };
}

export const olderLink = (visit: Pick<WorkspaceVisit, 'url' | 'query'>, after: string): Html =>
  html`<p><a href="${addressWith(visit, { after })}" rel="next">Older ones</a></p>`;

/** The box of a list that is searched by parts. */
export const partForm = ({ query }: Pick<WorkspaceVisit, 'query'>, label: string, action = ''): Html =>
  html`<form class="row" method="get"${action && html` action="${action}"`}>${field(label, 'find', html`type="search" value="${query.find ?? ''}" maxlength="${LONGEST_PART}"`)}<button class="main">Find</button></form>`;
