import type { Position } from '../../events/event.ts';
import { template } from '../../events/template.ts';
import { RevisionConflict } from '../../ports/eventStore.ts';
import { decideOn } from '../kernel/decider.ts';
import { type Ledger, newEvents, type Origin } from '../kernel/ledger.ts';
import { notFound } from '../kernel/refusal.ts';
import { existing, type TemplateCommand, type TemplateFields, templateDecider } from './template.ts';
import { claimTemplateName, releaseTemplateName } from './templateName.ts';

/**
 * Creates a template under its friendly name. `fieldsOf` is called after the name is claimed, so that a refused template
 * leaves no text in the blob store.
 * @throws Refusal `invalid` when the name belongs to another template
 */
export async function createTemplate(
  ledger: Ledger,
  origin: Origin,
  friendlyName: string,
  fieldsOf: () => Promise<Omit<TemplateFields, 'friendlyName'>>,
): Promise<{ readonly templateId: string; readonly position: Position | null }> {
  const templateId = ledger.ids.uuid();
  // The stream is new, so it counts as read: the append below fails when another call has ended it since the claim.
  await claimTemplateName(ledger, origin, friendlyName, templateId);
  const fields = { ...(await fieldsOf()), friendlyName };
  const events = templateDecider.decide({ do: 'create', fields }, 'none');
  try {
    const stream = template.stream(templateId);
    const appended = await ledger.store.append(stream, 'no-stream', newEvents(ledger, origin, events));
    return { templateId, position: appended.position };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    // A simultaneous claim ended this template before it was written. The last of these claims succeeds.
    templateDecider.decide({ do: 'create', fields }, 'deleted');
    throw error;
  }
}

/**
 * Changes the given fields; with equal values nothing is appended, and the position is null.
 * @throws Refusal `notFound` for no or another workspace's template, `invalid` for a friendly name that is taken
 */
export function changeTemplate(
  ledger: Ledger,
  origin: Origin,
  templateId: string,
  changes: Partial<TemplateFields>,
): Promise<Position | null> {
  return decideOnTemplate(ledger, origin, templateId, { do: 'change', changes });
}

/** @throws Refusal `notFound` for no, a deleted or another workspace's template */
export function deleteTemplate(ledger: Ledger, origin: Origin, templateId: string): Promise<Position | null> {
  return decideOnTemplate(ledger, origin, templateId, { do: 'delete' });
}

async function decideOnTemplate(
  ledger: Ledger,
  origin: Origin,
  templateId: string,
  command: TemplateCommand,
): Promise<Position | null> {
  const stream = template.stream(templateId);
  const renamed = command.do === 'change' ? command.changes.friendlyName : undefined;
  const { before, position } = await decideOn(ledger, origin, stream, templateDecider, async (found) => {
    if (found.last?.metadata.workspace !== origin.workspace) throw notFound('There is no such template.');
    const events = templateDecider.decide(command, found.state);
    if (events.length > 0 && renamed !== undefined && renamed !== existing(found.state).friendlyName)
      await claimTemplateName(ledger, origin, renamed, templateId);
    return events;
  });
  const { friendlyName } = existing(before);
  if (position !== null && (command.do === 'delete' || (renamed ?? friendlyName) !== friendlyName))
    await releaseTemplateName(ledger, origin, friendlyName, templateId);
  return position;
}
