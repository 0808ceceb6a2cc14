import { html } from 'hono/html';
import { parseInstant } from '../../commands/kernel/parseInstant.ts';
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
import { badgesOf } from '../badges.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { addressWith, choice, emptyPage, field, folded, foreign, tableOf, timeOf } from '../elements.ts';
import { pathIn } from '../layout.ts';
import { addressLinks } from '../links.ts';
import { ConsoleFault, type Html, NOTHING, type WorkspaceVisit } from '../page.ts';
import { olderLink, unsearchable } from '../parts.ts';
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
    const isFiltered = Object.values(filterOf(visit)).filter((value) => value !== undefined).length > 1;
    const body = html`<form class="row" method="get">
${field('Part of an address, subject, sender or tag; name of a template or campaign; id or Idempotency-Key', 'find', html`type="search" value="${sought}"`)}
${folded(
  'filters',
  'Filters',
  html`${choice('Status', 'status', STATUSES, query.status ?? '')}
${choice('Channel', 'channel', CHANNELS, query.channel ?? '')}
${choice('Stream', 'stream', STREAMS, query.stream ?? '')}
${choice('Delivery', 'sandbox', SANDBOX, query.sandbox ?? '')}
${field('Since (UTC)', 'since', html`placeholder="2026-03-01" value="${query.since ?? ''}" size="11"`)}
${field('Until (UTC)', 'until', html`placeholder="2026-03-02" value="${query.until ?? ''}" size="11"`)}`,
)}
<button class="main">Find</button></form>
${query.sandbox === 'yes' ? ABOUT_SANDBOX : NOTHING}
${found.ids !== undefined && isFiltered ? html`<p class="quiet">This was found by its id or key, so the filters have no effect.</p>` : NOTHING}
${found.isExact ? html`<p><a href="${addressWith(visit, { key: 'no' })}">Search for other messages by ${sought}</a></p>` : NOTHING}
${sought === '' ? NOTHING : await namedSo(models, visit)}
${await foundMessages(dependencies, visit, found)}`;
    return { title: 'Messages', body };
  });
};

/** A page of messages as a table, with what leads to the next one. */
export async function foundMessages(
  { models, ledger, again }: ConsoleDependencies,
  visit: WorkspaceVisit,
  { ids, part, isExact: _, ...sought }: Sought,
): Promise<Html> {
  const { workspace, query } = visit;
  const filter = { ...filterOf(visit), ...sought };
  const tooShort = part === undefined ? null : unsearchable(part);
  if (tooShort !== null) return html`<p class="warn" role="status">${tooShort}</p>`;
  const { messages, next } = await (part !== undefined
    ? messagesByPart(models, { filter, part }, SHOWN, query.after ?? null)
    : ids === undefined
      ? listed(models.messages, filter, query.after)
      : messagesWithIds(models.messages, workspace.id, ids).then((found) => ({
          messages: found,
          next: null,
        })));
  const isAsked =
    ids !== undefined ||
    part !== undefined ||
    Object.values(filter).filter((value) => value !== undefined).length > 1;
  const subjects = await shownSubjects({ ledger, again }, messages);
  return html`<div class="dense">${tableOf<Stored<MessageDocument>>(
    'Messages, the newest first',
    [
      {
        heading: 'Accepted',
        of: ({ key, document }) =>
          html`<a href="${pathIn(workspace, `messages/${key}`)}">${timeOf(document.createdAt)}</a>`,
      },
      {
        heading: 'Status',
        of: ({ document }) => badgesOf(document),
      },
      { heading: 'To', of: ({ document }) => recipientsOf(visit, document) },
      {
        heading: 'Subject',
        of: ({ key }) => html`<div class="clip">${foreign(subjects.get(key) ?? null)}</div>`,
      },
      { heading: 'From', of: ({ document }) => document.from },
      { heading: 'Tags', of: ({ document }) => document.tags.join(', ') },
      {
        heading: 'Kind',
        of: ({ document: { channel, sandbox } }) => (sandbox ? `${channel}, sandbox` : channel),
      },
    ],
    messages,
    next === null
      ? isAsked
        ? 'There is no such message.'
        : emptyPage(
            'Every message of the workspace is listed here, with what became of it. The first is sent by a call:',
            `curl "$URL/v1/emails" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: first' -d '{"from": "hello@example.org", "to": "transactional@example.com", "subject": "Hello", "text": "Hello"}'`,
          )
      : 'None of those that were looked at; the next page looks further.',
  )}</div>
${next === null ? NOTHING : olderLink(visit, next)}`;
}

async function listed(collection: MessageCollection, filter: MessageFilter, after: string | undefined) {
  const { messages, next } = await findMessages(collection, filter, SHOWN, placeIn(after));
  return { messages, next: next === null ? null : cursorText(next) };
}

function recipientsOf({ workspace }: WorkspaceVisit, { recipients }: MessageDocument): Html {
  const named = recipients.slice(0, NAMED).map(({ address }) => address);
  const more = recipients.length - named.length;
  return html`${addressLinks(workspace, named)}${more > 0 ? ` and ${more} more` : ''}`;
}

function filterOf({ workspace, query }: WorkspaceVisit): MessageFilter {
  const { status, channel, stream, sandbox, since, until } = query;
  return {
    workspace: workspace.id,
    status: MESSAGE_STATUSES.find((one) => one === status),
    channel: channel === 'email' || channel === 'sms' ? channel : undefined,
    messageStream: stream === 'transactional' || stream === 'broadcast' ? stream : undefined,
    sandbox: sandbox === 'yes' || sandbox === 'no' ? sandbox === 'yes' : undefined,
    since: since ? instantIn('since', since) : undefined,
    until: until ? instantIn('until', until) : undefined,
  };
}

/** A time of a query, also as pages show it: in UTC unless it names an offset. @throws ConsoleFault naming the field */
export function instantIn(name: string, text: string): string {
  const [, date, time = '00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?(?: ?(Z|[+-]\d\d:\d\d)| UTC)?$/i.exec(text.trim()) ?? [];
  const ms = parseInstant(`${date}T${time}${zone}`.toUpperCase());
  if (ms === null) throw new ConsoleFault(400, `${name} must be a time such as 2026-03-01T09:00.`);
  return new Date(ms).toISOString();
}

function placeIn(text: string | undefined): ReturnType<typeof messageCursor> {
  if (text === undefined) return null;
  const place = messageCursor(text);
  if (place === null) throw new ConsoleFault(400, 'after is no place of a list: begin at its first page.');
  return place;
}
