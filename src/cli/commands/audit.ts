import { InvalidArgumentError } from 'commander';
import { messagesOfKey } from '../../accepting/messagesOfKey.ts';
import { callHistory, type History } from '../../audit/history.ts';
import { addressHistory, historyOf } from '../../audit/otherHistories.ts';
import { actorOf, wordingOf } from '../../audit/wording.ts';
import { isEmailAddress } from '../../commands/email/emailAddress.ts';
import { loadMail } from '../../commands/kernel/storedText.ts';
import { streamId } from '../../events/category.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';
import { isPhoneNumber, isUuid } from '../../events/fieldPatterns.ts';
import { findMessages } from '../../projections/findMessages.ts';
import { WORK_INDEXES, WORKERS_OF } from '../../projections/workIndexes.ts';
import { type WorkIndexes, whyItWaits } from '../../work/whyItWaits.ts';
import { addAsOf } from '../audit/asOf.ts';
import { addExport } from '../audit/export.ts';
import { addImport } from '../audit/import.ts';
import { addKey } from '../audit/key.ts';
import { addMissing } from '../audit/missing.ts';
import { addProve } from '../audit/prove.ts';
import { eventTimeline } from '../audit/timeline.ts';
import { addVerify } from '../audit/verify.ts';
import { addWitness } from '../audit/witness.ts';
import { type AddCommand, CliError, type LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** Messages of an address that are read at most, the newest. */
const MAX_MESSAGES = 100;

function subject(text: string): string {
  if (isEmailAddress(text) || isPhoneNumber(text)) return text;
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError(
    'It must be an id (uuid), an email address, or a number such as +4915123456789.',
  );
}

/** `postledger audit`: what the log knows. */
export const audit: AddCommand = (group, cli) => {
  for (const add of [addVerify, addKey, addProve, addWitness, addMissing, addAsOf, addExport, addImport])
    add(group, cli);
  const show = group
    .command('show')
    .description(
      'the whole history of a message with its webhooks, or of anything else that has an id or an address',
    )
    .argument(
      '[id-or-address]',
      'id of a message, contact, campaign, template, audience, endpoint, webhook delivery, suppression or workspace; or ' +
        `an address or number, with its newest ${MAX_MESSAGES} messages`,
      subject,
    )
    .option(
      '--key <key>',
      `instead: the first ${MAX_MESSAGES} messages of the call with this Idempotency-Key`,
    );

  cli.ledgerAction(show, async (call) => {
    const { key } = call.options;
    const [named] = call.args;
    if ((named === undefined) === (typeof key !== 'string'))
      throw new CliError('name an id or an address, or a key with --key.', 'usage');
    const id = typeof key === 'string' ? key : (named ?? '');
    const workspace = await workspaceNamed(call);
    const history = await historyFor(call, workspace.id, id);
    if (history === null)
      throw new CliError(
        named !== undefined && isUuid(id)
          ? `nothing has the id ${id}.`
          : `nothing is known of ${id} in workspace ${workspace.name}.`,
        'not_found',
      );
    if (history.workspace !== workspace.id) {
      const owner = await workspaceNamed(call, history.workspace);
      throw new CliError(
        `${history.kind} ${id} belongs to workspace ${owner.name}: add --workspace ${owner.name}.`,
        'not_found',
      );
    }
    const events = history.events.map(({ event, webhook, message = null }) => ({
      at: event.metadata.at,
      by: actorOf(event.metadata),
      what: wordingOf(event),
      type: event.type,
      id: event.id,
      stream: event.stream,
      revision: event.revision,
      position: event.position,
      webhook,
      ...(message !== null && { message }),
      data: event.data,
      metadata: event.metadata,
    }));
    const mail = await keptMailIn(call, history);
    const waits = await waitsOf(call, history);
    return {
      data: { id, kind: history.kind, workspace, events, ...(mail && { mail }), waits },
      text: eventTimeline(id, workspace.name, history, mail, waits),
    };
  });
};

/** Why a message that has not ended waits; empty for other histories. */
async function waitsOf(call: LedgerCall, { kind, events }: History) {
  const [first] = events;
  if (first === undefined || (kind !== 'email' && kind !== 'sms')) return [];
  const indexes: Record<string, WorkIndexes[string]> = {};
  for (const worker of WORKERS_OF[kind]) indexes[worker] = await call.readModel(WORK_INDEXES[worker]);
  return whyItWaits(indexes, { ...call, clock: call.ledger.clock }, streamId(first.event.stream));
}

/** The texts and files of a mail that is sent as it came; null for other histories, and where it cannot be read. */
async function keptMailIn({ blobs, openMailShower }: LedgerCall, { kind, events, workspace }: History) {
  const accepted = kind === 'email' ? events[0]?.event : undefined;
  const { raw } = (accepted?.data ?? {}) as Partial<EmailAccepted>;
  if (raw === undefined) return null;
  const mails = await openMailShower();
  try {
    return await mails.show(await loadMail(blobs, raw.content), workspace);
  } finally {
    await mails.close();
  }
}

async function historyFor(call: LedgerCall, workspace: string, id: string): Promise<History | null> {
  if (call.args.length === 0) {
    const messages = await messagesOfKey(await call.readModel('messages'), call.ledger.ids, workspace, id);
    const ids = messages.slice(0, MAX_MESSAGES).map(({ key }) => key);
    return callHistory(call.ledger.store, workspace, ids);
  }
  if (!isUuid(id)) return ofAddress(call, workspace, id);
  return historyOf(call.ledger.store, id, workspace, async (endpointId) => {
    const endpoint = await (await call.readModel('webhookEndpoints')).get(endpointId);
    return endpoint?.document.workspace ?? null;
  });
}

async function ofAddress(call: LedgerCall, workspace: string, address: string) {
  const { messages } = await findMessages(
    await call.readModel('messages'),
    { workspace, to: address },
    MAX_MESSAGES,
  );
  const idsOf = (channel: string) =>
    messages.filter(({ document }) => document.channel === channel).map(({ key }) => key);
  return addressHistory(call.ledger, workspace, address, { emails: idsOf('email'), sms: idsOf('sms') });
}
