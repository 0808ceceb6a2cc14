import type { EmailDraft, EmailRequest, TemplateLookup } from '../email/emailDraft.ts';
import type { Origin } from '../kernel/ledger.ts';
import { invalid } from '../kernel/refusal.ts';

/**
 * Fixes the message to the template's current revision: later changes of the template do not affect it.
 * @throws Refusal `invalid` when the workspace has no such template, or when it has neither html nor text
 */
export async function decideTemplate(
  templates: TemplateLookup,
  { workspace }: Pick<Origin, 'workspace'>,
  request: EmailRequest,
): Promise<EmailDraft> {
  const { template: reference } = request;
  if (reference === null) return { ...request, subject: request.subject ?? '', template: null };
  const isById = reference.by === 'id';
  const path = isById ? '/template_id' : '/template_friendly_name';
  const found = isById
    ? await templates.byId(workspace, reference.templateId)
    : await templates.byFriendlyName(workspace, reference.friendlyName);
  if (found === null) throw invalid(path, 'names no template of this workspace');
  if (!found.hasBody) throw invalid(path, 'names a template that has neither html nor text');
  const { templateId, revision, subject } = found;
  return { ...request, subject, template: { templateId, revision, variables: reference.variables } };
}
