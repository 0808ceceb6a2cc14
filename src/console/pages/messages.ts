import { html } from 'hono/html';
import type { Stored } from '../../ports/documents.ts';
import {
  cursorText,
  findMessages,
  type MessageCollection,
  type MessageFilter,
  messageCursor,
  messagesByPart,
  messagesWithIds,
} from '../../projections/findMessages.ts';
import type { MessageDocument } from '../../projections/messageDocuments.ts';
import { MESSAGE_STATUSES } from '../../projections/messageStatus.ts';
import { shownSubjects } from '../../projections/shownSubjects.ts';
import { askedChoice, timeFields, timesIn } from '../asked.ts';
import { badgesOf } from '../badges.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { addressWith, emptyPage, field, foreign, tableOf, timeOf } from '../elements.ts';
import { addressLinks, pathIn } from '../links.ts';
import { filterForm, nextLink, noPlace, unsearchable } from '../lists.ts';
import type { Html, WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { namedSo, type Sought, whatIsSought } from '../sought.ts';

const SHOWN = 50;
/** Recipients of one message that a row names. */
const NAMED = 3;
const STATUSES = { '': 'all', ...Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, status])) };
const CHANNELS = { '': 'all', email: 'email', sms: 'SMS' } as const;
const STREAMS = { '': 'all', transactional: 'transactional', broadcast: 'broadcast' } as const;
const SANDBOX = { '': 'all', no: 'real', yes: 'sandbox' } as const;
/** Shown with the messages of the sandbox: a tester's second mail to `bounce@` is the one that they ask about. */
const ABOUT_SANDBOX = html`<p class="quiet">Nothing is sent to the sandbox domain. The part before the @ chooses the outcome: bounce, transient, ooto, click, complaint, unsubscribe, transactional. A bounce and a complaint suppress their address, so the second mail to bounce@ goes to no one: use bounce+label@ with a new label each time.</p>`;

/** The messages of a workspace: one box that takes an id, an address, a number or a tag, and filters. */
export const messageListPages: AddPages = (routes, dependencies) => {
  const { models, ledger } = dependencies;
  routes.workspacePage('messages', 'see', async (visit) => {
    const { query } = visit;
    const sought = query.find?.trim() ?? '';
    const found = await whatIsSought(models, ledger.ids, visit, sought);
    const body = html`${filterForm(
      html`${askedChoice(visit, 'Status', 'status', STATUSES)}
${askedChoice(visit, 'Channel', 'channel', CHANNELS)}
${askedChoice(visit, 'Stream', 'stream', STREAMS)}
${askedChoice(visit, 'Delivery', 'sandbox', SANDBOX)}
${timeFields(visit, 10)}`,
      html`<button class="main">Find</button>`,
      html`${field('Part of an address, subject, sender or tag; name of a template or campaign; id or Idempotency-Key', 'find', html`type="search" value="${sought}"`)}`,
    )}
${query.sandbox === 'yes' && ABOUT_SANDBOX}
${found.ids !== undefined && isFiltered(filterOf(visit)) && html`<p class="quiet">This was found by its id or key, so the filters have no effect.</p>`}
${found.isExact && html`<p><a href="${addressWith(visit, { key: 'no' })}">Search for other messages by ${sought}</a></p>`}
${sought !== '' && (await namedSo(models, visit))}
${await foundMessages(dependencies, visit, found)}`;
    return { title: 'Messages', body };
  });
};

const NO_MESSAGES = emptyPage(
  'Every message of the workspace is listed here, with what became of it. The first is sent by a call:',
  `curl "$URL/v1/emails" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: first' -d '{"from": "hello@example.org", "to": "transactional@example.com", "subject": "Hello", "text": "Hello"}'`,
);

/** A page of messages as a table, with what leads to the next one. */
export async function foundMessages(
  { models, ledger, again }: ConsoleDependencies,
  visit: WorkspaceVisit,
  { ids, part, isExact: _, ...sought }: Sought,
): Promise<Html> {
  const { workspace, query } = visit;
  const filter = { ...filterOf(visit), ...sought };
  const tooShort = part === undefined ? null : unsearchable(part);
  if (tooShort !== null) return tooShort;
  const { messages, next } =
    part !== undefined
      ? await messagesByPart(models, { filter, part }, SHOWN, query.after ?? null)
      : ids !== undefined
        ? { messages: await messagesWithIds(models.messages, workspace.id, ids), next: null }
        : await listed(models.messages, filter, query.after);
  const isAsked = ids !== undefined || part !== undefined || isFiltered(filter);
  const subjects = await shownSubjects({ ledger, again }, messages);
  return html`<div class="dense">${tableOf<Stored<MessageDocument>>(
    'Messages, the newest first',
    {
      Accepted: ({ key, document }) =>
        html`<a href="${pathIn(workspace, `messages/${key}`)}">${timeOf(document.createdAt)}</a>`,
      Status: ({ document }) => badgesOf(document),
      To: ({ document }) => recipientsOf(visit, document),
      Subject: ({ key }) => html`<div class="clip">${foreign(subjects.get(key) ?? null)}</div>`,
      From: ({ document }) => document.from,
      Tags: ({ document }) => document.tags.join(', '),
      Kind: ({ document: { channel, sandbox } }) => (sandbox ? `${channel}, sandbox` : channel),
    },
    messages,
    next !== null
      ? 'None of those that were looked at; the next page looks further.'
      : isAsked
        ? 'There is no such message.'
        : NO_MESSAGES,
  )}</div>
${nextLink(visit, next)}`;
}

/** Whether it asks for more than the messages of a workspace. */
const isFiltered = (filter: MessageFilter) =>
  Object.values(filter).filter((value) => value !== undefined).length > 1;

async function listed(collection: MessageCollection, filter: MessageFilter, after: string | undefined) {
  const place = after === undefined ? null : messageCursor(after);
  if (after !== undefined && place === null) throw noPlace();
  const { messages, next } = await findMessages(collection, filter, SHOWN, place);
  return { messages, next: next === null ? null : cursorText(next) };
}

function recipientsOf({ workspace }: WorkspaceVisit, { recipients }: MessageDocument): Html {
  const named = recipients.slice(0, NAMED).map(({ address }) => address);
  const more = recipients.length - named.length;
  return html`${addressLinks(workspace, named)}${more > 0 ? ` and ${more} more` : ''}`;
}

function filterOf({ workspace, query }: WorkspaceVisit): MessageFilter {
  const { status, channel, stream, sandbox } = query;
  return {
    workspace: workspace.id,
    status: MESSAGE_STATUSES.find((one) => one === status),
    channel: channel === 'email' || channel === 'sms' ? channel : undefined,
    messageStream: stream === 'transactional' || stream === 'broadcast' ? stream : undefined,
    sandbox: sandbox === 'yes' || sandbox === 'no' ? sandbox === 'yes' : undefined,
    ...timesIn({ query }),
  };
}
