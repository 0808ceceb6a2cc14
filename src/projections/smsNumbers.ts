import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';

/** A number that receives inbound messages. */
export interface SmsNumberDocument {
  readonly number: string;
  /** The workspaces it is assigned to, in order; messages belong to the first. */
  readonly workspaces: readonly string[];
}

type Event = Extract<RecordedWorkspaceEvent, { type: 'SmsNumberAssigned' | 'SmsNumberReleased' }>;

/**
 * Keyed by number. Workspaces are separate streams, so one number may be assigned to two of them: the first in the log
 * has it until it is released, then the next.
 */
export const smsNumbers = projection<SmsNumberDocument, Event>({
  name: 'sms_numbers',
  version: 1,
  indexes: {},
  key: ({ data }) => data.number,
  on: {
    SmsNumberAssigned: (document, { data: { number }, metadata: { workspace } }) => {
      if (document?.workspaces.includes(workspace)) return document;
      return { number, workspaces: [...(document?.workspaces ?? []), workspace] };
    },
    SmsNumberReleased: (document, { data: { number }, metadata: { workspace } }) => {
      if (document === null || !document.workspaces.includes(workspace)) return document;
      const others = document.workspaces.filter((one) => one !== workspace);
      return others.length === 0 ? null : { number, workspaces: others };
    },
  },
});

/** The workspace that has this number; null when none has it. */
export async function numberOwner(
  collection: Collection<SmsNumberDocument>,
  number: string,
): Promise<string | null> {
  return (await collection.get(number))?.document.workspaces[0] ?? null;
}
