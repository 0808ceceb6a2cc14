import type { Position } from '../events/envelope.ts';
import { template } from '../events/template.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import { foldedStream } from '../runtime/foldedStream.ts';
import { noteConflict } from './decider.ts';
import { type Ledger, newEvents, type Origin } from './ledger.ts';
import { unknown } from './refusal.ts';
import { living, type TemplateCommand, type TemplateFields, templateDecider } from './template.ts';
import { claimTemplateName, releaseTemplateName } from './templateName.ts';

const MAX_RACES = 50;

/**
 * Creates a template under its friendly name. `fieldsOf` is asked for the rest once the name is free, so that a refused
 * template leaves no text in the blob store.
 * @throws Refusal `invalid` when the name belongs to another template
 */
export async function createTemplate(
  ledger: Ledger,
  origin: Origin,
  friendlyName: string,
  fieldsOf: () => Promise<Omit<TemplateFields, 'friendlyName'>>,
): Promise<{ readonly templateId: string; readonly position: Position | null }> {
  const templateId = ledger.ids.uuid();
  // The stream is new, so it counts as read: its append below expects that nobody has ended it since the claim.
  await claimTemplateName(ledger, origin, friendlyName, templateId);
  const fields = { ...(await fieldsOf()), friendlyName };
  const events = templateDecider.decide({ do: 'create', fields }, 'none');
  try {
    const stream = template.stream(templateId);
    const appended = await ledger.store.append(stream, 'no-stream', newEvents(ledger, origin, events));
    return { templateId, position: appended.position };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    // A racing claim ended this template before it was written. Of all that race the last to claim succeeds.
    templateDecider.decide({ do: 'create', fields }, 'deleted');
    throw error;
  }
}

/**
 * Changes the given fields; equal ones append nothing, then the position is null.
 * @throws Refusal `unknown` for no or another workspace's template, `invalid` for a friendly name that is taken
 */
export function changeTemplate(
  ledger: Ledger,
  origin: Origin,
  templateId: string,
  changes: Partial<TemplateFields>,
): Promise<Position | null> {
  return decideOn(ledger, origin, templateId, { do: 'change', changes });
}

/** @throws Refusal `unknown` for no, a deleted or another workspace's template */
export function deleteTemplate(ledger: Ledger, origin: Origin, templateId: string): Promise<Position | null> {
  return decideOn(ledger, origin, templateId, { do: 'delete' });
}

async function decideOn(
  ledger: Ledger,
  origin: Origin,
  templateId: string,
  command: TemplateCommand,
): Promise<Position | null> {
  const stream = template.stream(templateId);
  for (let race = 1; ; race++) {
    const { state, last } = await foldedStream(ledger.store, stream, templateDecider);
    if (last?.metadata.workspace !== origin.workspace) throw unknown('There is no such template.');
    const before = living(state);
    const events = templateDecider.decide(command, before);
    if (events.length === 0) return null;
    const wanted = command.do === 'change' ? (command.changes.friendlyName ?? before.friendlyName) : null;
    const renames = wanted !== null && wanted !== before.friendlyName;
    if (renames) await claimTemplateName(ledger, origin, wanted, templateId);
    try {
      const { position } = await ledger.store.append(
        stream,
        last.revision,
        newEvents(ledger, origin, events),
      );
      if (wanted !== before.friendlyName)
        await releaseTemplateName(ledger, origin, before.friendlyName, templateId);
      return position;
    } catch (error) {
      noteConflict(ledger.store, stream, templateDecider, error);
      if (!(error instanceof RevisionConflict) || race === MAX_RACES) throw error;
    }
  }
}
