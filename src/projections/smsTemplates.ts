import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { pages } from './pages.ts';

/** An SMS text that an operator approved. */
export interface SmsTemplateDocument {
  readonly workspace: string;
  readonly name: string;
  /** Liquid. */
  readonly body: string;
  readonly approvedAt: string;
}

type Event = Extract<RecordedWorkspaceEvent, { type: 'SmsTemplateApproved' | 'SmsTemplateWithdrawn' }>;

/** Keyed by template id. Withdrawn templates are removed. */
export const smsTemplates = projection<SmsTemplateDocument, Event>({
  name: 'sms_templates',
  version: 1,
  indexes: { byName: ['workspace', 'name'] },
  key: ({ data }) => data.templateId,
  on: {
    SmsTemplateApproved: (_, { data: { name, body }, metadata: { workspace, at } }) => ({
      workspace,
      name,
      body,
      approvedAt: at,
    }),
    SmsTemplateWithdrawn: () => null,
  },
});

/** Every approved template of a workspace, by name. */
export async function listSmsTemplates(
  collection: Collection<SmsTemplateDocument>,
  workspace: string,
): Promise<readonly Stored<SmsTemplateDocument>[]> {
  const all: Stored<SmsTemplateDocument>[] = [];
  const query = { index: 'byName', equals: [workspace] };
  for await (const page of pages(collection, query, ({ name }) => [workspace, name])) all.push(...page);
  return all;
}
