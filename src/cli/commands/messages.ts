import { InvalidArgumentError, Option } from 'commander';
import { messagesOfKey } from '../../accepting/messagesOfKey.ts';
import type { Stored } from '../../ports/documents.ts';
import {
  cursorText,
  findMessages,
  type MessageFilter,
  messageCursor,
} from '../../projections/findMessages.ts';
import type { MessageDocument } from '../../projections/messageDocuments.ts';
import { MESSAGE_STATUSES } from '../../projections/messageStatus.ts';
import { shownSubjects } from '../../projections/shownSubjects.ts';
import { listing } from '../answer.ts';
import { addressOrNumber, moment, uuid, wholeNumber } from '../argumentParsers.ts';
import type { AddCommand, LedgerCall } from '../cli.ts';
import { timeRange } from '../timeRange.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

type Message = Stored<MessageDocument>;

/** `postledger messages`: the emails and text messages of a workspace. */
export const messages: AddCommand = (group, cli) => {
  const find = group
    .command('find')
    .description('newest first; several conditions must all be true')
    .option(
      '--to <address>',
      'one of the recipients, suppressed ones too: an address or a number',
      addressOrNumber,
    )
    .option('--tag <tag>', 'with this tag')
    .addOption(
      new Option(
        '--status <status>',
        'with this status (of several recipients, the most serious one)',
      ).choices(MESSAGE_STATUSES),
    )
    .option('--campaign <id>', 'of this campaign', uuid)
    .option('--template <id>', 'made from this template', uuid)
    .option('--since <time>', 'none accepted before: 2026-03-01T09:00:00Z, or 2h for two hours ago', moment)
    .option('--until <time>', 'none accepted after', moment)
    .addOption(
      new Option(
        '--key <key>',
        'those that were sent with this Idempotency-Key; no other condition',
      ).conflicts([...['to', 'tag', 'status', 'campaign', 'template', 'since', 'until', 'limit', 'cursor']]),
    )
    .option('--limit <n>', 'how many at most', wholeNumber(1), '100')
    .option('--cursor <cursor>', 'go on where an earlier answer ended: its next', cursor);
  cli.ledgerAction(find, found);
};

async function found(call: LedgerCall) {
  const { id: workspace } = await workspaceNamed(call);
  const { messages: page, next } = await pageFor(call, workspace);
  const { subjects, close } = await call.openSubjects();
  const shown = await shownSubjects({ ledger: call.ledger, again: subjects }, page).finally(close);
  if (next !== null) call.host.stderr(`postledger: there may be more: --cursor ${next}\n`);
  const rows = page.map(({ key, document }) => [
    key,
    document.createdAt,
    document.status,
    document.channel,
    document.recipients.map(({ address }) => address),
    document.tags,
    shown.get(key) ?? null,
  ]);
  const headings = ['ID', 'ACCEPTED', 'STATUS', 'CHANNEL', 'TO', 'TAGS', 'SUBJECT'];
  const text = listing(headings, rows, 'There are no such messages.');
  return { data: { messages: page.map((one) => messageData(one, shown.get(one.key) ?? null)), next }, text };
}

interface Page {
  readonly messages: readonly Message[];
  readonly next: string | null;
}

async function pageFor(call: LedgerCall, workspace: string): Promise<Page> {
  const { key } = call.options;
  const filter = filterOf(call, workspace);
  const collection = await call.readModel('messages');
  if (typeof key === 'string')
    return { messages: await messagesOfKey(collection, call.ledger.ids, workspace, key), next: null };
  const limit = Number(call.options.limit);
  const all: Message[] = [];
  for (let after = messageCursor(String(call.options.cursor ?? '')); ; ) {
    const page = await findMessages(collection, filter, limit - all.length, after);
    all.push(...page.messages);
    if (page.next === null || all.length === limit)
      return { messages: all, next: page.next && cursorText(page.next) };
    after = page.next;
  }
}

function filterOf(call: LedgerCall, workspace: string): MessageFilter {
  const { options } = call;
  const text = (name: string) => {
    const given = options[name];
    return typeof given === 'string' ? given : undefined;
  };
  return {
    workspace,
    to: text('to'),
    tag: text('tag'),
    status: MESSAGE_STATUSES.find((status) => status === options.status),
    campaignId: text('campaign'),
    templateId: text('template'),
    ...timeRange(call),
  };
}

function cursor(text: string): string {
  if (messageCursor(text) === null)
    throw new InvalidArgumentError('It must be the next of an earlier answer.');
  return text;
}

function messageData({ key, document }: Message, subject: string | null) {
  return {
    id: key,
    channel: document.channel,
    direction: document.direction,
    status: document.status,
    from: document.from,
    recipients: document.recipients.map(({ address, kind, status, deliveryId }) => ({
      ...{ address, kind, status, delivery_id: deliveryId },
    })),
    subject,
    tags: document.tags,
    template_id: document.templateId,
    campaign_id: document.campaignId,
    batch_id: document.batchId,
    scheduled_for: document.scheduledFor,
    sandbox: document.sandbox,
    credits: document.credits,
    created_at: document.createdAt,
  };
}
