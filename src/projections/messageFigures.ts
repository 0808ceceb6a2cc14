import { addressKey } from '../events/addressForms.ts';
import type { Collection } from '../ports/documents.ts';
import type { MessageDocument, MessageEntry, MessageRecipient } from './messageDocuments.ts';
import { MESSAGE_STATUSES, type MessageStatus } from './messageStatus.ts';
import { documentsOf } from './pages.ts';

export const GROUPINGS = ['day', 'hour', 'tag', 'campaign', 'template', 'domain', 'bounce-sub-type'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What became of the messages of one group. A message with two tags is in two groups. */
export interface MessageFigures {
  /** Null: messages without a tag, a campaign and so on. */
  readonly group: string | null;
  readonly messages: number;
  readonly recipients: number;
  /** Recipients in each status. */
  readonly statuses: Readonly<Record<MessageStatus, number>>;
  /** Recipients who opened it or a link in it, whatever their status. */
  readonly opened: number;
  readonly clicked: number;
}

/** Names of a row's columns; the first is the group. */
export const figureColumns = (by: Grouping): readonly string[] => [
  by.replaceAll('-', '_'),
  'messages',
  'recipients',
  ...MESSAGE_STATUSES,
  'opened',
  'clicked',
];

/** Figures as a row: a value for each column. */
export function figureRow(by: Grouping, { group, statuses, ...counts }: MessageFigures): FigureRow {
  return { [by.replaceAll('-', '_')]: group, ...statuses, ...counts };
}

export type FigureRow = Readonly<Record<string, string | number | null>>;

interface FiguresQuery {
  readonly workspace: string;
  readonly by: Grouping;
  /** Bounds of `createdAt`, both inclusive (ISO 8601, milliseconds, UTC). */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

interface Counts {
  messages: number;
  recipients: number;
  readonly statuses: Record<MessageStatus, number>;
  opened: number;
  clicked: number;
}

/** Counts a workspace's sent messages by the time of their acceptance; groups ascending. Memory grows with the groups alone. */
export async function messageFigures(
  collection: Collection<MessageDocument | MessageEntry>,
  { workspace, by, since, until }: FiguresQuery,
): Promise<readonly MessageFigures[]> {
  const groups = new Map<string | null, Counts>();
  const query = {
    index: 'byCreation',
    equals: [workspace],
    ...(since !== undefined && { from: since }),
    ...(until !== undefined && { to: until }),
  };
  for await (const document of documentsOf(collection, query, ({ createdAt }) => [workspace, createdAt])) {
    if ('messageId' in document || document.direction === 'inbound') continue;
    const counted = new Set<string | null>();
    for (const recipient of document.recipients)
      for (const group of groupsOf(by, document, recipient)) {
        const counts = groups.get(group) ?? noCounts();
        if (!counted.has(group)) counts.messages += 1;
        counts.recipients += 1;
        counts.statuses[recipient.status] += 1;
        counts.opened += recipient.opened ? 1 : 0;
        counts.clicked += recipient.clicked ? 1 : 0;
        counted.add(group);
        groups.set(group, counts);
      }
  }
  const order = (group: string | null) => group ?? '';
  return [...groups]
    .map(([group, counts]) => ({ group, ...counts }))
    .sort((one, other) => (order(one.group) < order(other.group) ? -1 : 1));
}

function noCounts(): Counts {
  const statuses = Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, 0]));
  return { messages: 0, recipients: 0, statuses: statuses as Counts['statuses'], opened: 0, clicked: 0 };
}

function groupsOf(
  by: Grouping,
  { createdAt, tags, campaignId, templateId }: MessageDocument,
  { address, bounceSubType }: MessageRecipient,
): readonly (string | null)[] {
  switch (by) {
    case 'day':
      return [createdAt.slice(0, 'YYYY-MM-DD'.length)];
    case 'hour':
      return [`${createdAt.slice(0, 'YYYY-MM-DDTHH'.length)}:00Z`];
    case 'tag':
      return tags.length === 0 ? [null] : tags;
    case 'campaign':
      return [campaignId];
    case 'template':
      return [templateId];
    case 'domain':
      return [address.includes('@') ? addressKey(address).replace(/^.*@/, '') : null];
    case 'bounce-sub-type':
      return [bounceSubType ?? null];
  }
}
