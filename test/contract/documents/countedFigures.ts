import { addressKey } from '../../../src/events/addressForms.ts';
import type { Grouping } from '../../../src/projections/figureSums.ts';
import type { MessageDocument, MessageRecipient } from '../../../src/projections/messageDocuments.ts';

/** Figures by one message after the other, as they were counted before there were sums: groups ascending, with what is not 0. */
export function figuresByHand(
  messages: readonly MessageDocument[],
  by: Grouping,
  { since = '', until = '~' }: { readonly since?: string | undefined; readonly until?: string | undefined },
) {
  const rows = new Map<string | null, Record<string, number>>();
  for (const message of messages) {
    const { direction, createdAt, recipients } = message;
    if (direction === 'inbound' || createdAt < since || createdAt > until) continue;
    const counted = new Set<string | null>();
    for (const recipient of recipients)
      for (const group of groupsOf(by, message, recipient)) {
        const row = rows.get(group) ?? {};
        rows.set(group, row);
        const add = (name: string) => {
          row[name] = (row[name] ?? 0) + 1;
        };
        if (!counted.has(group)) add('messages');
        counted.add(group);
        add('recipients');
        add(recipient.status);
        if (recipient.opened) add('opened');
        if (recipient.clicked) add('clicked');
      }
  }
  return [...rows].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
}

function groupsOf(
  by: Grouping,
  { createdAt, tags, campaignId, templateId }: MessageDocument,
  { address, bounceSubType }: MessageRecipient,
): readonly (string | null)[] {
  switch (by) {
    case 'day':
      return [createdAt.slice(0, 10)];
    case 'hour':
      return [`${createdAt.slice(0, 13)}:00Z`];
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
