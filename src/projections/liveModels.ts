import { suppressionIdOf } from '../events/suppression.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import type { ApiKeyDocument } from './apiKeys.ts';
import type { ReadModels } from './readModels.ts';
import type { SuppressionFilter } from './suppressionFilter.ts';
import { type SuppressionDocument, suppressedAmong } from './suppressions.ts';
import type { TemplateDocument } from './templates.ts';

/** The few questions whose answers must not be late, however far the projectors are behind. */
export interface LiveModels {
  readonly apiKeys: Pick<Collection<ApiKeyDocument>, 'get'>;
  readonly templates: { get(key: string): Promise<Stored<TemplateDocument> | null> };
  /** Of the addresses those that the workspace does not send to; at once where it is known that there are none. */
  suppressedAmong(
    workspace: string,
    addresses: readonly string[],
  ): ReadonlySet<string> | Promise<ReadonlySet<string>>;
}

/** The answers as the stored documents have them: as late as their projectors. */
export function storedModels({
  apiKeys,
  templates,
  suppressions,
}: Pick<ReadModels, 'apiKeys' | 'templates' | 'suppressions'>): LiveModels {
  return {
    apiKeys,
    templates,
    suppressedAmong: (workspace, addresses) => suppressedAmong(suppressions, workspace, addresses),
  };
}

const NOBODY: ReadonlySet<string> = new Set();

/** Asks the filter first: for most messages it knows at once that nobody is suppressed. */
export function filteredSuppressions(
  filter: Pick<SuppressionFilter, 'mayHold'>,
  suppressions: Pick<Collection<SuppressionDocument>, 'getMany'>,
): LiveModels['suppressedAmong'] {
  return (workspace, addresses) => {
    const suspects = addresses.filter((address) => filter.mayHold(suppressionIdOf(workspace, address)));
    return suspects.length === 0 ? NOBODY : suppressedAmong(suppressions, workspace, suspects);
  };
}
