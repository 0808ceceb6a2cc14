import type { Accepting } from '../commands/email/acceptEmail.ts';
import type { FoundTemplate } from '../commands/email/emailDraft.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import { findTemplate, type TemplateChoice, type TemplateSources } from './templateLookup.ts';

export interface AcceptingSources extends TemplateSources, Pick<Accepting, 'ledger' | 'blobs'> {
  readonly live: LiveModels;
  readonly options: Pick<Accepting, 'sandboxDomain' | 'creditsPerRecipient'>;
}

/** The accept path over the read models of this process: native and compatibility routes share it with campaigns. */
export function acceptingOver(context: AcceptingSources): Accepting {
  const { ledger, blobs, live, options } = context;
  const find = async (workspace: string, by: TemplateChoice): Promise<FoundTemplate | null> => {
    const found = await findTemplate(context, workspace, by);
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
    suppressedAmong: live.suppressedAmong,
    sandboxDomain: options.sandboxDomain,
    creditsPerRecipient: options.creditsPerRecipient,
  };
}
