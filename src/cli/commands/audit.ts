import { InvalidArgumentError } from 'commander';
import { historyOf } from '../../audit/history.ts';
import { actorOf, wordingOf } from '../../audit/wording.ts';
import { uuid } from '../argumentParsers.ts';
import { addAsOf } from '../audit/asOf.ts';
import { addExport } from '../audit/export.ts';
import { addImport } from '../audit/import.ts';
import { addKey } from '../audit/key.ts';
import { addProve } from '../audit/prove.ts';
import { timelineOf } from '../audit/timeline.ts';
import { addVerify } from '../audit/verify.ts';
import { addWitness } from '../audit/witness.ts';
import { type AddCommand, CliError } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

function messageId(text: string): string {
  if (text.includes('@') || text.startsWith('+'))
    throw new InvalidArgumentError(
      'A history is that of one message: give the id that its send was answered with. ' +
        'All messages to an address are found by SQL (docs/operations.md).',
    );
  return uuid(text);
}

/** `postledger audit`: what the log knows. */
export const audit: AddCommand = (program, cli) => {
  const group = program.command('audit').description('what the log knows');
  for (const add of [addVerify, addKey, addProve, addWitness, addAsOf, addExport, addImport]) add(group, cli);
  const show = group
    .command('show')
    .description('the whole history of one message, its webhooks included')
    .argument('<message-id>', 'id of an email or SMS', messageId);

  cli.ledgerAction(show, async (call) => {
    const id = call.args[0] ?? '';
    const { store } = call.ledger;
    const workspace = await workspaceNamed(call);
    const history = await historyOf(store, id);
    if (history === null) throw new CliError(`there is no message ${id}.`, 'not_found');
    if (history.workspace !== workspace.id) {
      const owner = await workspaceNamed(call, history.workspace);
      throw new CliError(
        `message ${id} belongs to workspace ${owner.name}: add --workspace ${owner.name}.`,
        'not_found',
      );
    }
    const events = history.events.map(({ event, webhook }) => ({
      at: event.metadata.at,
      by: actorOf(event.metadata),
      what: wordingOf(event),
      type: event.type,
      id: event.id,
      stream: event.stream,
      revision: event.revision,
      position: event.position,
      webhook,
      data: event.data,
      metadata: event.metadata,
    }));
    return {
      data: { id, kind: history.kind, workspace, events },
      text: timelineOf(id, workspace.name, history),
    };
  });
};
