import { addressKey } from '../events/addressForms.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { type MessageDocument, type MessageEntry, placeIn } from './messageDocuments.ts';
import type { MessageStatus } from './messageStatus.ts';
import { idsByPart, type PartCollection } from './searchTexts.ts';

export type MessageCollection = Pick<Collection<MessageDocument | MessageEntry>, 'page' | 'getMany'>;

/** What a message must be; fields that are absent do not matter. */
export interface MessageFilter {
  readonly workspace: string;
  /** Address or number; letter case is ignored. */
  readonly to?: string | undefined;
  readonly tag?: string | undefined;
  readonly status?: MessageStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly templateId?: string | undefined;
  readonly channel?: MessageDocument['channel'] | undefined;
  readonly messageStream?: MessageDocument['messageStream'] | undefined;
  readonly sandbox?: boolean | undefined;
  /** Bounds of `createdAt`, both inclusive (ISO 8601, milliseconds, UTC). */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Place after which the next page of a filter starts. */
export interface MessageCursor {
  readonly createdAt: string;
  readonly key: string;
}

export interface FoundMessages {
  /** Newest first. */
  readonly messages: readonly Stored<MessageDocument>[];
  /** Null at the end. There may be more even when fewer than `limit` were found: a page reads only so many documents. */
  readonly next: MessageCursor | null;
}

/** Documents that one page reads at most, where the filter asks for more than one index can answer. */
const MAX_READ = 1_000;
/** Documents read at once then. */
const STEP = 250;

/**
 * A page of a workspace's messages, newest first. What arrives while pages are read is newer than the first page, so no
 * message is repeated or missed; one whose status changes is in the pages of its status at that time.
 * One field of the filter is answered by an index, the others are compared: recipient, campaign, template, tag, status, in
 * this order, from the one that most likely has the fewest messages.
 */
export async function findMessages(
  collection: MessageCollection,
  filter: MessageFilter,
  limit: number,
  after: MessageCursor | null = null,
): Promise<FoundMessages> {
  const { index, equals } = indexFor(filter);
  const { since, until } = filter;
  const found: Stored<MessageDocument>[] = [];
  const step = isAnswered(filter) ? limit : Math.max(limit, STEP);
  let next = after;
  for (let read = 0; read < Math.max(MAX_READ, limit); read += step) {
    const page = await collection.page({
      ...{ index, equals, limit: step, descending: true },
      ...(since !== undefined && { from: since }),
      ...(until !== undefined && { to: until }),
      ...(next && { after: { values: [...equals, next.createdAt], key: next.key } }),
    });
    for (const { message, place } of await messagesOf(collection, page)) {
      next = place;
      if (message === null || !isWanted(message.document, filter)) continue;
      found.push(message);
      if (found.length === limit) return { messages: found, next };
    }
    if (page.length < step) return { messages: found, next: null };
  }
  return { messages: found, next };
}

/**
 * A page of the messages that have a part in an address, a subject, a sender or a tag, about the newest first; what else the filter
 * names is compared. @param after `next` of the page before
 */
export async function messagesByPart(
  { messages, searchTexts }: { messages: MessageCollection; searchTexts: PartCollection },
  { filter, part }: { readonly filter: MessageFilter; readonly part: string },
  limit: number,
  after: string | null,
): Promise<{ readonly messages: readonly Stored<MessageDocument>[]; readonly next: string | null }> {
  const { workspace, since = '', until = '~' } = filter;
  const found = new Map<string, Stored<MessageDocument>>();
  let next = after;
  for (let read = 0; read < MAX_READ && found.size < limit; read += limit) {
    const page = await idsByPart(
      searchTexts,
      'messages',
      { workspace, part },
      { limit: limit - found.size, after: next },
    );
    for (const message of await messagesWithIds(messages, workspace, page.ids))
      if (isWanted(message.document, filter) && isWithin(message.document, since, until))
        found.set(message.key, message);
    next = page.next;
    if (next === null) break;
  }
  return { messages: [...found.values()], next };
}

const isWithin = ({ createdAt }: MessageDocument, since: string, until: string) =>
  since <= createdAt && createdAt <= until;

/** Those messages of the workspace that exist, in the order of the ids. */
export async function messagesWithIds(
  collection: MessageCollection,
  workspace: string,
  ids: readonly string[],
): Promise<readonly Stored<MessageDocument>[]> {
  const stored = await collection.getMany(ids);
  return ids.flatMap((id) => {
    const message = asMessage(stored.get(id));
    return message?.document.workspace === workspace ? [message] : [];
  });
}

/** The cursor as one text, for callers who have to keep it; `messageCursor` reads it. */
export function cursorText({ createdAt, key }: MessageCursor): string {
  return `${createdAt}/${key}`;
}

/** Null for a text that is no cursor. */
export function messageCursor(text: string): MessageCursor | null {
  const [, createdAt, key] = /^(\d{4}-[\d-]{5}T[\d:.]{12}Z)\/([\da-f-]{36}(?:\/\w+\/\d+)?)$/.exec(text) ?? [];
  return createdAt === undefined || key === undefined ? null : { createdAt, key };
}

function indexFor(filter: MessageFilter): { readonly index: string; readonly equals: readonly string[] } {
  const { workspace, to, tag, status, campaignId, templateId } = filter;
  if (to !== undefined) return { index: 'byRecipient', equals: [placeIn(workspace, addressKey(to))] };
  if (campaignId !== undefined) return { index: 'byCampaign', equals: [workspace, campaignId] };
  if (templateId !== undefined) return { index: 'byTemplate', equals: [workspace, templateId] };
  if (tag !== undefined) return { index: 'byTag', equals: [placeIn(workspace, tag)] };
  if (status !== undefined) return { index: 'byStatus', equals: [workspace, status] };
  return { index: 'byCreation', equals: [workspace] };
}

const WITH_INDEX = ['status', 'campaignId', 'templateId'] as const;
const WITHOUT_INDEX = ['channel', 'messageStream', 'sandbox'] as const;
/** Fields of a message that must be what the filter says. */
const COMPARED = [...WITH_INDEX, ...WITHOUT_INDEX];

/** Whether an index alone answers the filter. */
function isAnswered(filter: MessageFilter): boolean {
  const isAsked = (field: keyof MessageFilter) => filter[field] !== undefined;
  const { length } = (['to', 'tag', ...WITH_INDEX] as const).filter(isAsked);
  return length <= 1 && !WITHOUT_INDEX.some(isAsked);
}

function isWanted(message: MessageDocument, filter: MessageFilter): boolean {
  const hasTag = filter.tag === undefined || message.tags.includes(filter.tag);
  return hasTag && COMPARED.every((field) => filter[field] === undefined || filter[field] === message[field]);
}

/** The messages that a page's documents are, or lead to; null where an entry's message is not folded yet. */
async function messagesOf(
  collection: MessageCollection,
  page: Awaited<ReturnType<MessageCollection['page']>>,
): Promise<readonly { readonly message: Stored<MessageDocument> | null; readonly place: MessageCursor }[]> {
  const ids = page.flatMap(({ document }) => ('messageId' in document ? [document.messageId] : []));
  const led = ids.length === 0 ? new Map() : await collection.getMany(ids);
  return page.map((stored) => ({
    message: asMessage('messageId' in stored.document ? led.get(stored.document.messageId) : stored),
    place: { createdAt: stored.document.createdAt, key: stored.key },
  }));
}

function asMessage(
  stored: Stored<MessageDocument | MessageEntry> | undefined,
): Stored<MessageDocument> | null {
  if (stored === undefined || !('recipients' in stored.document)) return null;
  return { ...stored, document: stored.document };
}
