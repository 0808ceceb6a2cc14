import { suppressionIdOf } from '../events/suppression.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import type { ApiKeyDocument } from './apiKeys.ts';
import type { ReadModels } from './readModels.ts';
import type { SuppressionFilter } from './suppressionFilter.ts';
import { type SuppressionDocument, suppressedAmong, suppressionOf } from './suppressions.ts';
import type { TemplateDocument } from './templates.ts';
import type { WorkspaceDocument } from './workspaces.ts';

/** The few queries whose answers must be current even when the projectors lag. */
export interface LiveModels {
  readonly apiKeys: Pick<Collection<ApiKeyDocument>, 'get'>;
  readonly workspaces: Pick<Collection<WorkspaceDocument>, 'get'>;
  readonly templates: { get(key: string): Promise<Stored<TemplateDocument> | null> };
  /** The suppressed ones of the addresses; not a promise when it is known at once that there are none. */
  suppressedAmong(
    workspace: string,
    addresses: readonly string[],
  ): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** What suppresses the address; null: nothing does. */
  suppressionOf(workspace: string, address: string): Promise<SuppressionDocument | null>;
}

/** Answers from the stored documents, which lag like their projectors. */
export function storedModels({
  apiKeys,
  workspaces,
  templates,
  suppressions,
}: Pick<ReadModels, 'apiKeys' | 'workspaces' | 'templates' | 'suppressions'>): LiveModels {
  return {
    apiKeys,
    workspaces,
    templates,
    suppressedAmong: (workspace, addresses) => suppressedAmong(suppressions, workspace, addresses),
    suppressionOf: suppressionOf(suppressions),
  };
}

const NONE_SUPPRESSED: ReadonlySet<string> = new Set();

/** Asks the filter first: for most messages it knows at once that no recipient is suppressed. */
export function filteredSuppressions(
  filter: Pick<SuppressionFilter, 'mayHold'>,
  suppressions: Pick<Collection<SuppressionDocument>, 'getMany'>,
): LiveModels['suppressedAmong'] {
  return (workspace, addresses) => {
    const suspects = addresses.filter((address) => filter.mayHold(suppressionIdOf(workspace, address)));
    return suspects.length === 0 ? NONE_SUPPRESSED : suppressedAmong(suppressions, workspace, suspects);
  };
}
