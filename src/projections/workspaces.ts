import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';
import type { PaceLimits } from '../ports/pace.ts';
import { documentsOf } from './pages.ts';

export interface WorkspaceDocument {
  readonly id: string;
  readonly name: string;
  /** Null: the pace that the settings give. */
  readonly pace: PaceLimits | null;
  readonly openedAt: string;
  /** Null: it sends. */
  readonly suspended: { readonly reason: string; readonly at: string } | null;
}

type Event = Extract<
  RecordedWorkspaceEvent,
  { type: 'WorkspaceOpened' | 'SendingPaceSet' | 'WorkspaceSuspended' | 'WorkspaceResumed' }
>;

/** Keyed by the workspace's id. */
export const workspaces = projection<WorkspaceDocument, Event>({
  name: 'workspaces',
  version: 2,
  readsParts: true,
  indexes: { byName: ['name'] },
  key: (event) => event.metadata.workspace,
  on: {
    WorkspaceOpened: (document, { data: { name }, metadata: { workspace, at } }) =>
      document ?? { id: workspace, name, pace: null, openedAt: at, suspended: null },
    SendingPaceSet: (document, { data: { perSecond, perDay } }) => {
      const isSet = document?.pace?.perSecond === perSecond && document.pace.perDay === perDay;
      return document === null || isSet ? document : { ...document, pace: { perSecond, perDay } };
    },
    WorkspaceSuspended: (document, { data: { reason }, metadata: { at } }) =>
      document && { ...document, suspended: { reason, at } },
    WorkspaceResumed: (document) => document && { ...document, suspended: null },
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
