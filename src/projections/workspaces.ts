import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import type { Collection } from '../ports/documents.ts';
import type { PaceLimits } from '../ports/pace.ts';
import { projection } from '../runtime/fold/projection.ts';
import { documentsOf } from './pages.ts';

export interface WorkspaceDocument {
  readonly id: string;
  readonly name: string;
  /** Null: the pace that the settings give. */
  readonly pace: PaceLimits | null;
  readonly openedAt: string;
}

type Event = Extract<RecordedWorkspaceEvent, { type: 'WorkspaceOpened' | 'SendingPaceSet' }>;

/** Keyed by the workspace's id. */
export const workspaces = projection<WorkspaceDocument, Event>({
  name: 'workspaces',
  version: 1,
  indexes: { byName: ['name'] },
  key: (event) => event.metadata.workspace,
  on: {
    WorkspaceOpened: (document, { data: { name }, metadata: { workspace, at } }) =>
      document ?? { id: workspace, name, pace: null, openedAt: at },
    SendingPaceSet: (document, { data: { perSecond, perDay } }) => {
      const isSet = document?.pace?.perSecond === perSecond && document.pace.perDay === perDay;
      return document === null || isSet ? document : { ...document, pace: { perSecond, perDay } };
    },
  },
});

/** Every workspace by name. */
export async function listWorkspaces(
  collection: Collection<WorkspaceDocument>,
): Promise<WorkspaceDocument[]> {
  const all: WorkspaceDocument[] = [];
  for await (const one of documentsOf(collection, { index: 'byName' }, ({ name }) => [name])) all.push(one);
  return all;
}
