import { html } from 'hono/html';
import { messagesOfKey } from '../accepting/messagesOfKey.ts';
import { isUuid } from '../events/fieldPatterns.ts';
import type { SecretNames } from '../events/uuid5.ts';
import { findMessages, type MessageFilter, messagesWithIds } from '../projections/findMessages.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { foreign } from './elements.ts';
import { pathIn } from './links.ts';
import { matches, unsearchable } from './lists.ts';
import { type Html, may, NOTHING, type WorkspaceVisit } from './page.ts';

/** Campaigns and templates that a search names. */
const NAMED_SO = 5;

/** What a search of messages has come to. */
export type Sought = Pick<MessageFilter, 'to' | 'tag' | 'templateId' | 'campaignId'> & {
  readonly ids?: readonly string[];
  /** Of a text of the message. */
  readonly part?: string;
  /** Whether there may be others that have it as a part. */
  readonly isExact?: boolean;
};

/**
 * What a person has typed into the box: a key may look like anything else, so it is looked for first. An id of a message wins over one
 * of a template or a campaign, and a whole address, number or tag over those that have it as a part.
 */
export async function whatIsSought(
  models: ConsoleDependencies['models'],
  names: SecretNames,
  { workspace, query }: WorkspaceVisit,
  sought: string,
): Promise<Sought> {
  if (sought === '') return {};
  if (query.key === 'no') return { part: sought };
  const ofKey = await messagesOfKey(models.messages, names, workspace.id, sought);
  if (ofKey.length > 0) return { ids: ofKey.map(({ key }) => key), isExact: true };
  const isSome = async (filter: Sought) =>
    (await findMessages(models.messages, { workspace: workspace.id, ...filter }, 1)).messages.length > 0;
  if (!isUuid(sought)) {
    const whole = sought.includes('@') || /^\+\d+$/.test(sought) ? { to: sought } : { tag: sought };
    return (await isSome(whole)) ? { ...whole, isExact: true } : { part: sought };
  }
  const id = sought.toLowerCase();
  if ((await messagesWithIds(models.messages, workspace.id, [id])).length > 0) return { ids: [id] };
  if ((await models.campaigns.get(id)) !== null) return { campaignId: id };
  // The template may be deleted: only its messages say that the id was one.
  return (await isSome({ templateId: id })) ? { templateId: id } : { tag: sought };
}

/** Campaigns and templates whose names have the part, each leading to its messages; and where to look for contacts. */
export async function namedSo(models: ConsoleDependencies['models'], visit: WorkspaceVisit): Promise<Html> {
  const { workspace, query, session } = visit;
  const part = query.find ?? '';
  if (query.after !== undefined || unsearchable(part) !== null) return NOTHING;
  const first = { query: { find: part }, workspace };
  const [{ shown: campaigns }, { shown: templates }] = await Promise.all([
    matches(models, models.campaigns, 'campaigns', first, NAMED_SO),
    matches(models, models.templates, 'templates', first, NAMED_SO),
  ]);
  const links = [
    ...campaigns.map(({ key, document }) => [`campaigns/${key}`, 'Campaign', document.name]),
    ...templates.map(({ key, document }) => [`messages?find=${key}`, 'Template', document.friendlyName]),
  ];
  if (may(session, 'contents'))
    links.push([`contacts?${new URLSearchParams({ find: part })}`, 'Contacts with', part]);
  const items = links.map(
    ([path = '', kind, name]) =>
      html`<li><a href="${pathIn(workspace, path)}">${kind} ${foreign(name)}</a></li>`,
  );
  return items.length === 0 ? NOTHING : html`<ul class="inline">${items}</ul>`;
}
