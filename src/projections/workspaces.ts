import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import type { Collection } from '../ports/documents.ts';
import type { PaceLimits } from '../ports/pace.ts';
import type { Projection } from '../runtime/projection.ts';
import { pages } from './pages.ts';

export interface WorkspaceDocument {
  readonly id: string;
  readonly name: string;
  /** Null: the pace that the settings give. */
  readonly pace: PaceLimits | null;
  readonly openedAt: string;
}

type Event = Extract<RecordedWorkspaceEvent, { type: 'WorkspaceOpened' | 'SendingPaceSet' }>;

/** Keyed by the workspace's id. */
export const workspaces: Projection<WorkspaceDocument, Event> = {
  name: 'workspaces',
  version: 1,
  types: ['WorkspaceOpened', 'SendingPaceSet'],
  indexes: { byName: ['name'] },
  key: (event) => event.metadata.workspace,
  fold: (document, event) => {
    const { workspace, at } = event.metadata;
    if (event.type === 'WorkspaceOpened')
      return document ?? { id: workspace, name: event.data.name, pace: null, openedAt: at };
    const { perSecond, perDay } = event.data;
    return document && { ...document, pace: { perSecond, perDay } };
  },
};

/** The workspace of that id or name, null when there is none. An id goes before a name that looks like one. */
export async function findWorkspace(
  collection: Collection<WorkspaceDocument>,
  nameOrId: string,
): Promise<WorkspaceDocument | null> {
  const byId = await collection.get(nameOrId);
  if (byId !== null) return byId.document;
  const [byName] = await collection.page({ index: 'byName', equals: [nameOrId], limit: 1 });
  return byName?.document ?? null;
}

/** Every workspace by name. */
export async function listWorkspaces(
  collection: Collection<WorkspaceDocument>,
): Promise<WorkspaceDocument[]> {
  const all: WorkspaceDocument[] = [];
  for await (const page of pages(collection, { index: 'byName' }, ({ name }) => [name]))
    all.push(...page.map(({ document }) => document));
  return all;
}
