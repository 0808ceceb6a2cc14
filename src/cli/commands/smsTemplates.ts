import { liquidRenderer } from '../../adapters/liquid/renderer.ts';
import { approveSmsTemplate, withdrawSmsTemplate } from '../../commands/sms/smsTemplate.ts';
import { refuseFaultyTemplate } from '../../commands/template/templateFaults.ts';
import { listSmsTemplates } from '../../projections/smsTemplates.ts';
import { listing } from '../answer.ts';
import { uuid } from '../argumentParsers.ts';
import type { AddCommand } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger sms-templates`: the texts that a workspace may send by SMS. */
export const smsTemplates: AddCommand = (group, cli) => {
  const approve = group
    .command('approve')
    .description('approve a text')
    .requiredOption('--name <name>', 'what sends call it by')
    .requiredOption('--body <body>', 'the text; variables as {{ name }}');
  cli.ledgerAction(approve, async (call) => {
    const { ledger, options } = call;
    const { id: workspace, origin } = await workspaceNamed(call);
    const template = { name: String(options.name), body: String(options.body) };
    await refuseFaulty(workspace, template.body);
    const { templateId: id } = await approveSmsTemplate(ledger, origin, template);
    await call.folded('smsTemplates');
    return { data: { id, ...template }, text: `SMS template ${template.name} is approved: ${id}` };
  });

  cli.ledgerAction(group.command('list').description('by name'), async (call) => {
    const { id: workspace } = await workspaceNamed(call);
    const stored = await listSmsTemplates(await call.readModel('smsTemplates'), workspace);
    const found = stored.map(({ key, document: { name, body, approvedAt } }) => ({
      id: key,
      name,
      body,
      approved_at: approvedAt,
    }));
    const rows = found.map(({ id, name, body, approved_at }) => [name, id, approved_at, body]);
    const headings = ['NAME', 'ID', 'APPROVED', 'BODY'];
    return { data: found, text: listing(headings, rows, 'No SMS template is approved.') };
  });

  const withdraw = group
    .command('withdraw')
    .description('allow a text no longer')
    .argument('<template-id>', 'id of the template', uuid);
  cli.ledgerAction(withdraw, async (call) => {
    const { origin } = await workspaceNamed(call);
    const id = call.args[0] ?? '';
    await withdrawSmsTemplate(call.ledger, origin, id);
    await call.folded('smsTemplates');
    return { data: { id, approved: false }, text: `SMS template ${id} is withdrawn.` };
  });
};

/** @throws Refusal `invalid` for a text that cannot be read */
async function refuseFaulty(workspace: string, source: string): Promise<void> {
  const renderer = liquidRenderer({ processes: 1 });
  try {
    await refuseFaultyTemplate(renderer, { workspace, parts: [{ name: 'body', source, escape: false }] });
  } finally {
    await renderer.close();
  }
}
