import { type RecordedTemplateEvent, template } from '../../events/template.ts';
import { firstEventOf } from '../kernel/appendOnce.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { createTemplate } from './changeTemplate.ts';
import type { TemplateFields } from './template.ts';
import { lastClaimant } from './templateName.ts';

/**
 * Brings a template along from another provider, once: a friendly name that a template has, or had until it was deleted or
 * renamed here, is left alone, so a repeated import undoes nothing. Resolves with its id, or null where it was left alone.
 * @throws Refusal when another call takes the name at the same moment
 */
export async function importTemplate(
  ledger: Ledger,
  origin: Origin,
  friendlyName: string,
  fieldsOf: (() => Promise<Omit<TemplateFields, 'friendlyName'>>) | null,
): Promise<string | null> {
  const claimant = await lastClaimant(ledger, origin.workspace, friendlyName);
  // A claim alone, as a crash leaves one, is no template.
  const existing =
    claimant === null
      ? null
      : await firstEventOf<RecordedTemplateEvent>(ledger.store, template.stream(claimant), 'TemplateCreated');
  if (existing !== null) return null;
  if (fieldsOf === null) return '';
  return (await createTemplate(ledger, origin, friendlyName, fieldsOf)).templateId;
}
