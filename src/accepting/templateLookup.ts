import type { Ledger } from '../commands/kernel/ledger.ts';
import { lastClaimant } from '../commands/template/templateName.ts';
import { template } from '../events/template.ts';
import { foldedDocument } from '../follow/fold/foldedDocument.ts';
import type { Stored } from '../ports/documents.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import type { ReadModels } from '../projections/readModels.ts';
import { type TemplateDocument, templateNamed, templates } from '../projections/templates.ts';

/** Templates are read from the read models, and from the log what they have not folded yet. */
export interface TemplateLookupDependencies {
  readonly ledger: Ledger;
  readonly models: Pick<ReadModels, 'templates'>;
  readonly live: Pick<LiveModels, 'templates'>;
}

/** How a send names its template. */
export type TemplateChoice = { readonly templateId: string } | { readonly friendlyName: string };

/**
 * The current template of a workspace, null when there is none. What the read model has not folded yet (or, during
 * renames, has twice) is read from the log, so that a template can be used as soon as it was created.
 */
export async function findTemplate(
  { ledger, models, live }: TemplateLookupDependencies,
  workspace: string,
  by: TemplateChoice,
): Promise<Stored<TemplateDocument> | null> {
  const named =
    'templateId' in by
      ? by.templateId
      : (await templateNamed(models.templates, workspace, by.friendlyName))?.key;
  const found = named === undefined ? null : await live.templates.get(named);
  const isMeant = 'templateId' in by || found?.document.friendlyName === by.friendlyName;
  if (found !== null && isMeant) return found.document.workspace === workspace ? found : null;
  const id = 'templateId' in by ? by.templateId : await lastClaimant(ledger, workspace, by.friendlyName);
  if (id === null) return null;
  const stream = template.stream(id);
  const folded = await foldedDocument({ store: ledger.store, projection: templates, stream, key: id });
  if (folded?.document.workspace !== workspace) return null;
  return 'templateId' in by || folded.document.friendlyName === by.friendlyName ? folded : null;
}
