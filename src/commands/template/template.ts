import type { TemplateEvent } from '../../events/template.ts';
import { changedFields } from '../kernel/changedFields.ts';
import type { Decider } from '../kernel/decider.ts';
import { invalid, notFound } from '../kernel/refusal.ts';

export type ExistingTemplate = Extract<TemplateEvent, { type: 'TemplateCreated' }>['data'];

/** The fields that a caller gives; long texts are in the blob store already. */
export type TemplateFields = Omit<ExistingTemplate, 'revision'>;

/** A deleted template stays deleted: its stream gets no further event, and the claim of names depends on that (templateName.ts). */
export type TemplateState = 'none' | 'deleted' | ExistingTemplate;

export type TemplateCommand =
  | { readonly do: 'create'; readonly fields: TemplateFields }
  | { readonly do: 'change'; readonly changes: Partial<TemplateFields> }
  | { readonly do: 'delete' };

/** Decides over `template-{id}`. A change of subject, html or text makes a new revision; equal values change nothing. */
export const templateDecider: Decider<TemplateState, TemplateCommand, TemplateEvent> = {
  initial: 'none',
  evolve: (state, { type, data }) => {
    if (type === 'TemplateDeleted' || state === 'deleted') return 'deleted';
    if (type === 'TemplateCreated') return data;
    return state === 'none' ? state : { ...state, ...data };
  },
  decide: (command, state) => {
    if (command.do === 'create') {
      if (state !== 'none')
        throw invalid('/friendly_name', 'was claimed by another request at the same moment');
      return [{ type: 'TemplateCreated', data: { ...command.fields, revision: 1 } }];
    }
    const before = existing(state);
    if (command.do === 'delete') return [{ type: 'TemplateDeleted', data: {} }];
    return [...revised(before, command.changes), ...changed(before, command.changes)];
  },
};

/** @throws Refusal `notFound` when the template does not exist or is deleted */
export function existing(state: TemplateState): ExistingTemplate {
  if (state === 'none' || state === 'deleted') throw notFound('There is no such template.');
  return state;
}

function revised(before: ExistingTemplate, changes: Partial<TemplateFields>): TemplateEvent[] {
  const changed = changedFields(['subject', 'html', 'text'], before, changes);
  if (Object.keys(changed).length === 0) return [];
  const { subject, html, text } = { ...before, ...changed };
  return [{ type: 'TemplateRevised', data: { revision: before.revision + 1, subject, html, text } }];
}

function changed(before: ExistingTemplate, changes: Partial<TemplateFields>): TemplateEvent[] {
  const data = changedFields(['friendlyName', 'name', 'variables'], before, changes);
  return Object.keys(data).length === 0 ? [] : [{ type: 'TemplateChanged', data }];
}
