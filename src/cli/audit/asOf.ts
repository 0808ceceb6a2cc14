import { type Command, InvalidArgumentError } from 'commander';
import { type AsOf, documentsAsOf, type Moment } from '../../audit/asOf.ts';
import { email } from '../../events/email.ts';
import { BEGINNING, plainPosition, type RecordedEvent } from '../../events/event.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import { suppressionIdOf } from '../../events/suppression.ts';
import { projectionList } from '../../projections/readModels.ts';
import { printable, table } from '../answer.ts';
import { momentMs, uuid } from '../argumentParsers.ts';
import { type Cli, CliError, type LedgerCall } from '../cli.ts';
import { progressed } from '../progress.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger audit as-of`: what was known at a moment. */
export function addAsOf(group: Command, cli: Cli): void {
  const command = group
    .command('as-of')
    .description('a document of a read model as it was at a moment, and the event that had made it so')
    .argument(
      '[time]',
      'a time such as 2026-03-01T09:00:00Z, a date for its beginning in UTC, a duration ago such as 2h, or a position of the log; not with --message',
    )
    .argument('[read-model]', 'as `projections status` lists them')
    .argument(
      '[key]',
      "the document's key. Of suppressions and address_evidence it is an address, of daily_analytics a day, of " +
        'credit_months a month, of balances and workspaces the workspace, which need not be named',
    )
    .option(
      '--message <id>',
      'as it was when this email was accepted; of suppressions without a key: those of its recipients',
      uuid,
    );
  cli.ledgerAction(command, asOf);
}

/** What is asked: documents by their keys, with the name that a person has for each. */
interface Question {
  readonly moment: Moment;
  readonly names: ReadonlyMap<string, string>;
}

async function asOf(call: LedgerCall) {
  const accepted = await acceptanceNamed(call);
  const [time, model, key, ...more] = accepted === null ? call.args : [undefined, ...call.args];
  if (model === undefined || more.length > 0)
    throw new CliError('name a time (or --message), a read model and a key.', 'usage');
  const projection = projectionList(call.projections).find(({ name }) => name === model);
  if (projection === undefined)
    throw new CliError(
      `there is no read model ${model}; \`postledger projections status\` lists them.`,
      'not_found',
    );
  const moment = accepted === null ? await momentNamed(call, time ?? '') : { position: accepted.position };
  const names = await documentsNamed(call, model, key, accepted);
  const found = await progressed(call, 'Folding the log', (onEvents) =>
    documentsAsOf(call.ledger.store, projection, [...names.keys()], moment, onEvents),
  );
  const { id } = await workspaceNamed(call);
  for (const [key, { document }] of found)
    if (document !== null && 'workspace' in document && document.workspace !== id)
      throw new CliError(
        `${key} of ${model} belongs to another workspace: name it by --workspace.`,
        'not_found',
      );
  return answer(model, { moment, names }, found);
}

/** The acceptance that `--message` names, of the workspace; null without it. */
async function acceptanceNamed(call: LedgerCall) {
  const { message } = call.options;
  if (typeof message !== 'string') return null;
  const [first] = await email.read(call.ledger.store, message, { limit: 1 });
  const { id } = await workspaceNamed(call);
  if (first?.type !== 'EmailAccepted' || first.metadata.workspace !== id)
    throw new CliError(`there is no email ${message} in this workspace.`, 'not_found');
  return first;
}

async function momentNamed({ ledger: { store, clock } }: LedgerCall, text: string): Promise<Moment> {
  if (/^\d{1,20}$/.test(text)) {
    const position = text.padStart(BEGINNING.length, '0');
    const head = await store.head();
    if (position === BEGINNING) throw new CliError('the log begins at position 1.', 'not_found');
    if (position > head)
      throw new CliError(
        `the log ends at ${plainPosition(head)}: there is no position ${text}.`,
        'not_found',
      );
    return { position };
  }
  const atMs = timeOf(text, clock.nowMs());
  if (atMs > clock.nowMs()) throw new CliError(`${text} is in the future.`, 'usage');
  const [first] = (await store.readAll({ after: BEGINNING, limit: 1 })).events;
  if (first !== undefined && Date.parse(first.metadata.at) > atMs)
    throw new CliError(`the log begins at ${first.metadata.at}, after ${text}.`, 'not_found');
  return { atMs };
}

function timeOf(text: string, nowMs: number): number {
  try {
    return momentMs(text, nowMs);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CliError(
      `${text} is no moment: give a time such as 2026-03-01T09:00:00Z, a date, a duration ago such as 2h, or a position.`,
      'usage',
    );
  }
}

async function documentsNamed(
  call: LedgerCall,
  model: string,
  key: string | undefined,
  accepted: Awaited<ReturnType<typeof acceptanceNamed>>,
): Promise<Question['names']> {
  const { id } = await workspaceNamed(call);
  const isByAddress = model === 'suppressions' || model === 'address_evidence';
  const ofAddress = (address: string) => [suppressionIdOf(call.ledger.ids, id, address), address] as const;
  if (key === undefined) {
    if (isByAddress && accepted !== null) {
      const { recipients, suppressedRecipients } = accepted.data;
      const sentTo = recipients.map(({ suppressionId, address }) => [suppressionId, address] as const);
      return new Map([...sentTo, ...suppressedRecipients.map(ofAddress)]);
    }
    if (model === 'balances' || model === 'workspaces') return new Map([[id, id]]);
    throw new CliError(`name the key of a document of ${model}.`, 'usage');
  }
  if (isByAddress && /[@+]/.test(key)) return new Map([ofAddress(key)]);
  return new Map([[await storedKey(call, model, key), key]]);
}

/** A person names a workspace by name or id, and ids in any letter case. */
async function storedKey(call: LedgerCall, model: string, key: string): Promise<string> {
  const idOf = async (workspace?: string) => (await workspaceNamed(call, workspace)).id;
  if (model === 'balances' || model === 'workspaces') return idOf(key);
  if (model === 'daily_analytics' || model === 'credit_months') {
    const slash = key.lastIndexOf('/');
    return `${await idOf(slash < 0 ? undefined : key.slice(0, slash))}/${key.slice(slash + 1)}`;
  }
  return key.replace(/^[^/]+/, (first) => (isUuid(first) ? first.toLowerCase() : first));
}

function answer(model: string, { moment, names }: Question, found: ReadonlyMap<string, AsOf>) {
  const when =
    'position' in moment
      ? `position ${plainPosition(moment.position as RecordedEvent['position'])}`
      : new Date(moment.atMs).toISOString();
  const documents = [...found].map(([key, { document, last }]) => ({
    key,
    name: names.get(key) ?? key,
    document,
    last: last && {
      position: last.position,
      type: last.type,
      at: last.metadata.at,
      stream: last.stream,
      revision: last.revision,
      id: last.id,
    },
  }));
  const rows = documents.map(({ name, document, last }) => [
    name,
    document === null ? 'none' : 'as below',
    last?.type,
    last?.at,
    last && plainPosition(last.position as RecordedEvent['position']),
    last && `${last.stream}/${last.revision}`,
  ]);
  const shown = documents.flatMap(({ name, document }) =>
    document === null
      ? []
      : [`${printable(name)}:\n${JSON.stringify(document, null, 2).split('\n').map(printable).join('\n')}`],
  );
  const lists = table(['KEY', 'DOCUMENT', 'LAST CHANGED BY', 'AT', 'POSITION', 'EVENT'], rows);
  return {
    data: { readModel: model, asOf: moment, documents },
    text: [`${model} as of ${when}`, lists, ...shown].join('\n\n'),
  };
}
