import type { AcceptDependencies } from '../commands/email/acceptEmail.ts';
import type { FoundTemplate } from '../commands/email/emailDraft.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { foreignSenders } from './ownership.ts';
import { findTemplate, type TemplateChoice, type TemplateLookupDependencies } from './templateLookup.ts';

export interface EmailAcceptanceDependencies
  extends TemplateLookupDependencies,
    Pick<AcceptDependencies, 'ledger' | 'blobs'> {
  readonly models: TemplateLookupDependencies['models'] & Pick<ReadModels, 'senderDomains'>;
  readonly live: LiveModels;
  readonly options: Pick<AcceptDependencies, 'sandboxDomain' | 'creditsPerRecipient'>;
}

/** What accepting an email needs, from the read models of this process; all routes and the campaigns use it. */
export function emailAcceptance(dependencies: EmailAcceptanceDependencies): AcceptDependencies {
  const { ledger, blobs, live, options } = dependencies;
  const find = async (workspace: string, by: TemplateChoice): Promise<FoundTemplate | null> => {
    const found = await findTemplate(dependencies, workspace, by);
    if (found === null) return null;
    const { revision, subject, html, text } = found.document;
    return { templateId: found.key, revision, subject, hasBody: html !== null || text !== null };
  };
  return {
    ledger,
    blobs,
    templates: {
      byId: (workspace, templateId) => find(workspace, { templateId }),
      byFriendlyName: (workspace, friendlyName) => find(workspace, { friendlyName }),
    },
    isForeignSender: foreignSenders(dependencies),
    suppressedAmong: live.suppressedAmong,
    sandboxDomain: options.sandboxDomain,
    creditsPerRecipient: options.creditsPerRecipient,
  };
}
