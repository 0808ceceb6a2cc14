import { html } from 'hono/html';
import type { RecordedEvent } from '../events/event.ts';
import type { Collection } from '../ports/documents.ts';
import { isUnavailable } from '../ports/isUnavailable.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { foreign } from './elements.ts';
import type { Html, Workspace } from './page.ts';

export const pathIn = ({ name }: Workspace, path: string) => `/w/${encodeURIComponent(name)}/${path}`;

export const addressPath = (workspace: Workspace, address: string) =>
  `${pathIn(workspace, 'addresses/find')}?${new URLSearchParams({ address })}`;

/** Links to several. */
export const addressLinks = (workspace: Workspace, addresses: readonly string[]): Html =>
  html`${addresses.map((address, at) => html`${at === 0 ? '' : ', '}${addressLink(workspace, address)}`)}`;

/** A link to the page of a recipient; of a number to its messages. */
export const addressLink = (workspace: Workspace, address: string): Html =>
  address.includes('@')
    ? html`<a href="${addressPath(workspace, address)}">${foreign(address)}</a>`
    : html`<a href="${pathIn(workspace, 'messages')}?${new URLSearchParams({ find: address })}">${foreign(address)}</a>`;

/** A link to the page of an event of the log. */
export const eventLink = (
  workspace: Workspace,
  { stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>,
  label: string,
): Html => html`<a href="${pathIn(workspace, `log/${encodeURIComponent(stream)}/${revision}`)}">${label}</a>`;

/** Ids that are looked up at once. */
const AT_ONCE = 500;
/** Of a list: what more rows stand for is shown by its id. */
const MAX_NAMES = 2_000;
/** Actors of events that were caused by a call under an API key: `key:{id}`. */
const BY_KEY = /^key:(.+)$/;

/** What ids stand for, by id; those of which nothing is known any more, or could not be asked for, are not in it. */
export type Names = ReadonlyMap<string, string>;

/** What has a name. A field of an event or a document with its id is `{kind}Id`; a stream of its own is `{kind}-{id}`, an actor `{kind}:{id}`. `path` of its page, before the id; null: it has none by its id. */
export const NAMED_KINDS = {
  template: { model: 'templates', path: 'templates/' },
  smsTemplate: { model: 'smsTemplates', path: null },
  campaign: { model: 'campaigns', path: 'campaigns/' },
  audience: { model: 'audiences', path: null },
  endpoint: { model: 'webhookEndpoints', path: 'webhooks?endpoint=' },
  contact: { model: 'contacts', path: null },
  key: { model: 'apiKeys', path: 'settings/keys/' },
} as const;
export type Kind = keyof typeof NAMED_KINDS;

/** What such documents are called by. Contacts are named by their addresses: for those who may see contents. */
interface Named {
  readonly workspace: string;
  readonly friendlyName?: string;
  readonly name?: string | null;
  readonly email?: string;
}

/** The names of what has these ids. @param workspace whose names alone are given, where the ids come from a text that others have written */
export async function namesOf(
  models: ReadModels,
  kind: Kind,
  ids: Iterable<string>,
  workspace?: string,
): Promise<Names> {
  const documents: Pick<Collection<Named>, 'getMany'> = models[NAMED_KINDS[kind].model];
  const wanted = [...new Set(ids)].slice(0, MAX_NAMES);
  const names = new Map<string, string>();
  try {
    for (let at = 0; at < wanted.length; at += AT_ONCE)
      for (const [id, { document }] of await documents.getMany(wanted.slice(at, at + AT_ONCE))) {
        const isTheirs = workspace !== undefined && document.workspace !== workspace;
        const name = document.friendlyName || document.name || document.email;
        if (name && !isTheirs) names.set(id, name);
      }
  } catch (error) {
    // A page shows what the log alone knows without them.
    if (!isUnavailable(error)) throw error;
  }
  return names;
}

/** The names of the keys among these actors, by actor. */
export async function keyActors(models: ReadModels, actors: Iterable<string>): Promise<Names> {
  const ids = [...actors].flatMap((actor) => BY_KEY.exec(actor)?.[1] ?? []);
  const names = await namesOf(models, 'key', ids);
  return new Map([...names].map(([id, name]) => [`key:${id}`, `key ${name}`]));
}

/** An id that is out of the way: opened it can be selected, and copied by a button where scripts run. @param of what it is of */
export const idOf = (id: string, of: string): Html =>
  html`<details class="id"><summary aria-label="Id of ${of}">id</summary><code>${id}</code> <button type="button" data-copy="${id}" hidden>Copy</button></details>`;

/** Something by its name, with its id; by the id alone where it has no name any more. `href`: its page. */
export function named(names: Names, id: string, href: string | null = null): Html {
  const name = names.get(id);
  const label = foreign(name ?? id);
  const shown = href === null ? label : html`<a href="${href}">${label}</a>`;
  return html`${shown}${name !== undefined && html` ${idOf(id, name)}`}`;
}
