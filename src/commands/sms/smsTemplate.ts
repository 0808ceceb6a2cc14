import type { Position } from '../../events/event.ts';
import { type WorkspaceEvent, workspace } from '../../events/workspace.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import type { Decider } from '../kernel/decider.ts';
import {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  type ImmutableMap,
  withEntry,
  withoutEntry,
} from '../kernel/immutableMap.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';
import { changeWorkspace } from '../workspace/changeWorkspace.ts';

/** Longest name of an SMS template, in characters (spec section 8). */
const SMS_TEMPLATE_NAME_MAX = 100;

export type SmsTemplate = Extract<WorkspaceEvent, { type: 'SmsTemplateApproved' }>['data'];

/** The approved SMS templates of a workspace by id. */
export type SmsTemplates = ImmutableMap<SmsTemplate>;

export type SmsTemplateCommand =
  | ({ readonly do: 'approve' } & SmsTemplate)
  | { readonly do: 'withdraw'; readonly templateId: string };

/** Decides over `workspace-{id}`: a name belongs to one approved template at a time. */
export const smsTemplatesDecider: Decider<SmsTemplates, SmsTemplateCommand, WorkspaceEvent> = {
  initial: EMPTY_MAP,
  evolve: (approved, { type, data }) => {
    if (type === 'SmsTemplateApproved') return withEntry(approved, data.templateId, data);
    return type === 'SmsTemplateWithdrawn' ? withoutEntry(approved, data.templateId) : approved;
  },
  decide: (command, approved) => {
    if (command.do === 'withdraw') {
      if (entryIn(approved, command.templateId) === undefined)
        throw notFound('There is no such approved SMS template.');
      return [{ type: 'SmsTemplateWithdrawn', data: { templateId: command.templateId } }];
    }
    const { do: _, ...data } = command;
    if (data.name === '' || data.name.length > SMS_TEMPLATE_NAME_MAX)
      throw invalid('/name', `must have 1 to ${SMS_TEMPLATE_NAME_MAX} characters`);
    if (data.body === '') throw invalid('/body', 'must not be empty');
    if (templateNamed(approved, data.name) !== null)
      throw invalid('/name', 'is the name of another approved SMS template; withdraw that one first');
    return [{ type: 'SmsTemplateApproved', data }];
  },
};

function templateNamed(approved: SmsTemplates, name: string): SmsTemplate | null {
  return entriesOf(approved).find(([, template]) => template.name === name)?.[1] ?? null;
}

/** @throws Refusal `invalid` when the name is taken or out of bounds, or the body empty */
export async function approveSmsTemplate(
  ledger: Ledger,
  origin: Origin,
  { name, body }: Omit<SmsTemplate, 'templateId'>,
): Promise<{ readonly templateId: string; readonly position: Position | null }> {
  const templateId = ledger.ids.uuid();
  const command: SmsTemplateCommand = { do: 'approve', templateId, name, body };
  return { templateId, position: await changeWorkspace(ledger, origin, smsTemplatesDecider, command) };
}

/** @throws Refusal `notFound` when no such template is approved in the workspace */
export const withdrawSmsTemplate = (ledger: Ledger, origin: Origin, templateId: string) =>
  changeWorkspace(ledger, origin, smsTemplatesDecider, { do: 'withdraw', templateId });

/** The approved template with an id or a name, by the log: what was withdrawn a moment ago is not sent. */
export async function approvedSmsTemplate(
  { store }: Pick<Ledger, 'store'>,
  workspaceId: string,
  by: { readonly templateId: string } | { readonly name: string },
): Promise<SmsTemplate | null> {
  const { state } = await foldedStream(store, workspace.stream(workspaceId), smsTemplatesDecider);
  return 'name' in by ? templateNamed(state, by.name) : (entryIn(state, by.templateId) ?? null);
}
