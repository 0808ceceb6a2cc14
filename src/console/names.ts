import { html } from 'hono/html';
import type { Collection } from '../ports/documents.ts';
import { isUnavailable } from '../ports/isUnavailable.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { foreign } from './elements.ts';
import { type Html, NOTHING } from './page.ts';

/** Ids that are looked up at once. */
const AT_ONCE = 500;
/** Of a list: what more rows stand for is shown by its id. */
const MAX_NAMES = 2_000;
/** Actors of events that were caused by a call under an API key: `key:{id}`. */
const BY_KEY = /^key:(.+)$/;

/** What ids stand for, by id; those of which nothing is known any more, or could not be asked for, are not in it. */
export type Names = ReadonlyMap<string, string>;

/** @param workspace whose names alone are given, where the ids come from a text that others have written */
async function namesOf<Document extends { readonly workspace: string }>(
  collection: Pick<Collection<Document>, 'getMany'>,
  of: Iterable<string>,
  nameIn: (document: Document) => string | null,
  workspace?: string,
): Promise<Names> {
  const wanted = [...new Set(of)].slice(0, MAX_NAMES);
  const names = new Map<string, string>();
  const some = async (ids: readonly string[]) => {
    for (const [id, { document }] of await collection.getMany(ids)) {
      const isTheirs = workspace !== undefined && document.workspace !== workspace;
      const name = isTheirs ? null : nameIn(document);
      if (name) names.set(id, name);
    }
  };
  try {
    for (let at = 0; at < wanted.length; at += AT_ONCE) await some(wanted.slice(at, at + AT_ONCE));
  } catch (error) {
    // A page shows what the log alone knows without them.
    if (!isUnavailable(error)) throw error;
  }
  return names;
}

type NamesOf<Model extends keyof ReadModels> = (
  models: Pick<ReadModels, Model>,
  ids: Iterable<string>,
  workspace?: string,
) => Promise<Names>;

export const templateNames: NamesOf<'templates'> = ({ templates }, ids, workspace) =>
  namesOf(templates, ids, ({ friendlyName, name }) => friendlyName || name, workspace);

export const campaignNames: NamesOf<'campaigns'> = ({ campaigns }, ids, workspace) =>
  namesOf(campaigns, ids, ({ name }) => name, workspace);

export const audienceNames: NamesOf<'audiences'> = ({ audiences }, ids, workspace) =>
  namesOf(audiences, ids, ({ name }) => name, workspace);

export const endpointNames: NamesOf<'webhookEndpoints'> = ({ webhookEndpoints }, ids, workspace) =>
  namesOf(webhookEndpoints, ids, ({ name }) => name, workspace);

/** Contacts are named by their addresses: for those who may see contents. */
export const contactNames: NamesOf<'contacts'> = ({ contacts }, ids, workspace) =>
  namesOf(contacts, ids, ({ email }) => email, workspace);

export const keyNames: NamesOf<'apiKeys'> = ({ apiKeys }, ids, workspace) =>
  namesOf(apiKeys, ids, ({ name }) => name, workspace);

/** The names of the keys among these actors, by actor. */
export async function keyActors(
  models: Pick<ReadModels, 'apiKeys'>,
  actors: Iterable<string>,
): Promise<Names> {
  const ids = [...actors].flatMap((actor) => BY_KEY.exec(actor)?.[1] ?? []);
  const names = await keyNames(models, ids);
  return new Map([...names].map(([id, name]) => [`key:${id}`, `key ${name}`]));
}

/** An id that is out of the way: opened it can be selected, and copied by a button where scripts run. @param of what it is of */
export const idOf = (id: string, of: string): Html =>
  html`<details class="id"><summary aria-label="Id of ${of}">id</summary><code>${id}</code> <button type="button" data-copy="${id}" hidden>Copy</button></details>`;

/** Something by its name, with its id; by the id alone where it has no name any more. `href`: its page. */
export function named(names: Names, id: string, href: string | null = null): Html {
  const name = names.get(id);
  const label = foreign(name ?? id);
  const shown = href === null ? html`${label}` : html`<a href="${href}">${label}</a>`;
  return html`${shown}${name === undefined ? NOTHING : html` ${idOf(id, name)}`}`;
}
