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
  /** The suppressed ones, by `suppressionIdOf`; not a promise when it is known at once that there are none. */
  suppressedAmong(suppressionIds: readonly string[]): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  /** What suppresses the address of this id; null: nothing does. */
  suppressionOf(suppressionId: string): Promise<SuppressionDocument | null>;
  /** From now on `listen` is called whenever a key was revoked, once `apiKeys` has that. */
  onKeyRevoked(listen: () => void): void;
}

/** Answers from the stored documents, which lag like their projectors, and tells of nothing. */
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
    suppressedAmong: (suppressionIds) => suppressedAmong(suppressions, suppressionIds),
    suppressionOf: suppressionOf(suppressions),
    onKeyRevoked: () => {},
  };
}

const NONE_SUPPRESSED: ReadonlySet<string> = new Set();

/** Asks the filter first: for most messages it knows at once that no recipient is suppressed. */
export function filteredSuppressions(
  filter: Pick<SuppressionFilter, 'mayHold'>,
  suppressions: Pick<Collection<SuppressionDocument>, 'getMany'>,
): LiveModels['suppressedAmong'] {
  return (suppressionIds) => {
    const suspects = suppressionIds.filter((id) => filter.mayHold(id));
    return suspects.length === 0 ? NONE_SUPPRESSED : suppressedAmong(suppressions, suspects);
  };
}
