import { domainOf } from '../../events/addressForms.ts';
import type { Origin } from '../kernel/ledger.ts';
import { type Issue, Refusal } from '../kernel/refusal.ts';
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
  if (await isForeignSender(origin.workspace, request.from))
    throw new Refusal('invalid', [foreignSender(request.from)]);
  return decideTemplate(templates, origin, request);
}

/** Of the address alone, or with a name. */
export function foreignSender(mailbox: string, path = '/from'): Issue {
  const domain = domainOf(mailbox).replace(/>$/, '');
  return { path, message: `is of ${domain}, a domain that only another workspace has verified` };
}
