import type { Origin } from '../kernel/ledger.ts';
import { invalid } from '../kernel/refusal.ts';
import { decideTemplate } from '../template/decideTemplate.ts';
import type { EmailDraft, EmailRequest, TemplateLookup } from './emailDraft.ts';

/** What deciding a message needs. */
export interface DraftDependencies {
  readonly templates: TemplateLookup;
  /** Whether the sender's domain is verified by other workspaces only; not a promise when it is known at once. */
  isForeignSender(workspace: string, from: string): boolean | Promise<boolean>;
}

/**
 * The message as it is accepted: its sender is not another workspace's, its template is fixed to the current revision.
 * @throws Refusal `invalid`
 */
export async function decideDraft(
  { templates, isForeignSender }: DraftDependencies,
  origin: Origin,
  request: EmailRequest,
): Promise<EmailDraft> {
  if (await isForeignSender(origin.workspace, request.from)) throw foreignSender();
  return decideTemplate(templates, origin, request);
}

export const foreignSender = () =>
  invalid('/from', 'is of a domain that only another workspace has verified');
