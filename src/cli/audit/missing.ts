import type { Command } from 'commander';
import { acknowledgeMissing, unacknowledged } from '../../commands/workspace/missingEvents.ts';
import { email } from '../../events/email.ts';
import { sms } from '../../events/sms.ts';
import type { SetAside } from '../../ports/setAside.ts';
import type { MessageDocument, MessageEntry, MessageRecipient } from '../../projections/messageDocuments.ts';
import type { MessageStatus } from '../../projections/messageStatus.ts';
import { listing } from '../answer.ts';
import type { Cli, LedgerCall } from '../cli.ts';
import { operatorOrigin } from '../workspaceNamed.ts';

/** Whether someone else has it: `unknown` where the outcome of an attempt was not recorded. */
type HandedOver = 'yes' | 'no' | 'unknown';

const TAKEN: readonly MessageStatus[] = [
  'submitted',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'received',
];
const UNKNOWN: readonly MessageStatus[] = ['processing', 'failed'];
const WORDS = {
  yes: 'DO NOT SEND AGAIN',
  unknown: 'may be handed over: ask the server first',
  no: 'not handed over',
};

/** `postledger audit missing`: what read models that were set aside know of messages, and the log does not. */
export function addMissing(group: Command, cli: Cli): void {
  const command = group
    .command('missing')
    .description(
      'list the messages of all workspaces that read models know which were set aside, and the log does not (after a restore, or damage)',
    )
    .option('--acknowledge', 'end the warnings of doctor, the start, /readyz, the console and the gauge');
  cli.ledgerAction(command, missing);
}

async function missing(call: LedgerCall) {
  const { ledger, setAside, options } = call;
  const found = await messagesIn(call);
  const origin = operatorOrigin(call, '');
  if (options.acknowledge === true) await acknowledgeMissing(ledger, origin, setAside);
  const open = await unacknowledged(ledger.store, setAside);
  const files = setAside.map((each) => ({
    file: each.file,
    setAsideAt: each.at,
    events: each.events,
    acknowledged: !open.includes(each),
  }));
  const messages = found.filter(({ inLog }) => !inLog);
  const changed = found.filter(({ inLog }) => inLog);
  const text = [
    listing(
      ['FILE', 'SET ASIDE', 'EVENTS', 'ACKNOWLEDGED'],
      files.map((each) => [each.file, each.setAsideAt, each.events, each.acknowledged ? 'yes' : 'no']),
      'Nothing is known to be missing.',
    ),
    ...listed('The log does not have these messages:', messages),
    ...listed('It has these, and lacked what is known of them here; it may have sent them again:', changed),
  ];
  return {
    data: { files, messages: messages.map(answer), changed: changed.map(answer) },
    text: text.join('\n'),
  };
}

interface Found {
  readonly id: string;
  readonly document: MessageDocument;
  readonly inLog: boolean;
}

/** Of a message in several files the newest one counts. In the order of acceptance. */
async function messagesIn({ ledger: { store }, setAside }: LedgerCall): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  for (const file of setAside)
    for await (const { key, document } of messagesOf(file)) {
      if (!('recipients' in document)) continue;
      const stream = (document.channel === 'email' ? email : sms).stream(key);
      const inLog = (await store.readStream(stream, { limit: 1 })).length > 0;
      found.set(key, { id: key, document, inLog });
    }
  return [...found.values()].sort((one, other) =>
    one.document.createdAt < other.document.createdAt ? -1 : 1,
  );
}

const messagesOf = (file: SetAside) =>
  file.documents('messages') as AsyncIterable<{ key: string; document: MessageDocument | MessageEntry }>;

function listed(heading: string, found: readonly Found[]): readonly string[] {
  if (found.length === 0) return [];
  const rows = found.flatMap(({ id, document: { workspace, createdAt, recipients } }) =>
    recipients.map((each) => [id, workspace, createdAt, each.address, each.status, WORDS[handedOver(each)]]),
  );
  const columns = ['ID', 'WORKSPACE', 'ACCEPTED', 'RECIPIENT', 'STATUS', 'HANDED OVER'];
  return ['', heading, listing(columns, rows, '')];
}

function handedOver({ status, opened, clicked }: MessageRecipient): HandedOver {
  if (opened || clicked || TAKEN.includes(status)) return 'yes';
  return UNKNOWN.includes(status) ? 'unknown' : 'no';
}

function answer({ id, document }: Found) {
  const { workspace, channel, direction, createdAt, recipients } = document;
  return {
    id,
    workspace,
    channel,
    direction,
    at: createdAt,
    receipt: receiptOf(id, document),
    recipients: recipients.map((each) => ({
      address: each.address,
      kind: each.kind,
      status: each.status,
      handedOver: handedOver(each),
      doNotSendAgain: handedOver(each) === 'yes',
    })),
  };
}

/** What the caller was answered, as far as the read model knows it; null: no one was, as it came in. */
function receiptOf(id: string, document: MessageDocument) {
  const { channel, direction, from, subject, recipients, scheduledFor, createdAt, credits } = document;
  if (direction === 'inbound') return null;
  const to = recipients.filter(({ kind, status }) => kind === 'to' && status !== 'suppressed');
  const all = { id, from, created_at: createdAt, credits_consumed: credits };
  if (channel === 'sms') return { ...all, to: recipients[0]?.address ?? '', status: 'queued' };
  return {
    ...all,
    to: to.map(({ address }) => address),
    subject,
    scheduled_for: scheduledFor,
    suppressed_recipients: recipients
      .filter(({ status }) => status === 'suppressed')
      .map(({ address }) => address),
    status: scheduledFor === null ? 'queued' : 'scheduled',
  };
}
