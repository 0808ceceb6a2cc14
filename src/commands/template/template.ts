import type { StoredText } from '../../events/schema.ts';
import type { TemplateEvent } from '../../events/template.ts';
import type { Decider } from '../kernel/decider.ts';
import { invalid, notFound } from '../kernel/refusal.ts';
import { sameText } from '../kernel/sameText.ts';

/** A template as a caller writes it; the texts lie where their size belongs already. */
export interface TemplateFields {
  readonly friendlyName: string;
  readonly name: string;
  readonly subject: string;
  readonly html: StoredText | null;
  readonly text: StoredText | null;
  /** JSON object of defaults. */
  readonly variables: StoredText;
}

export interface LiveTemplate extends TemplateFields {
  readonly revision: number;
}

/** Deleted is for good: the stream takes no further event, which the claim of names rests on (templateName.ts). */
export type TemplateState = 'none' | 'deleted' | LiveTemplate;

export type TemplateCommand =
  | { readonly do: 'create'; readonly fields: TemplateFields }
  | { readonly do: 'change'; readonly changes: Partial<TemplateFields> }
  | { readonly do: 'delete' };

/** Decides over `template-{id}`. A change of subject, html or text cuts a revision; equal values change nothing. */
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
    const before = living(state);
    if (command.do === 'delete') return [{ type: 'TemplateDeleted', data: {} }];
    return [...revised(before, command.changes), ...changed(before, command.changes)];
  },
};

/** @throws Refusal `notFound`, when there is no such template (any more) */
export function living(state: TemplateState): LiveTemplate {
  if (state === 'none' || state === 'deleted') throw notFound('There is no such template.');
  return state;
}

function revised(before: LiveTemplate, changes: Partial<TemplateFields>): TemplateEvent[] {
  const { subject = before.subject, html = before.html, text = before.text } = changes;
  if (subject === before.subject && sameText(html, before.html) && sameText(text, before.text)) return [];
  return [{ type: 'TemplateRevised', data: { revision: before.revision + 1, subject, html, text } }];
}

function changed(before: LiveTemplate, changes: Partial<TemplateFields>): TemplateEvent[] {
  const { friendlyName, name, variables } = changes;
  const data = {
    ...(friendlyName !== undefined && friendlyName !== before.friendlyName && { friendlyName }),
    ...(name !== undefined && name !== before.name && { name }),
    ...(variables !== undefined && !sameText(variables, before.variables) && { variables }),
  };
  return Object.keys(data).length === 0 ? [] : [{ type: 'TemplateChanged', data }];
}
