import type { Origin } from '../kernel/ledger.ts';
import { invalid } from '../kernel/refusal.ts';
import { decideTemplate } from '../template/decideTemplate.ts';
import type { AcceptDependencies } from './acceptEmail.ts';
import type { EmailDraft, EmailRequest } from './emailDraft.ts';

/**
 * The message as it is accepted: its sender is not another workspace's, its template is fixed to the current revision.
 * @throws Refusal `invalid`
 */
export async function decideDraft(
  { templates, isForeignSender }: Pick<AcceptDependencies, 'templates' | 'isForeignSender'>,
  origin: Origin,
  request: EmailRequest,
): Promise<EmailDraft> {
  if (await isForeignSender(origin.workspace, request.from)) throw foreignSender();
  return decideTemplate(templates, origin, request);
}

export const foreignSender = () =>
  invalid('/from', 'is of a domain that only another workspace has verified');
