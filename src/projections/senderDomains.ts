import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import { projection } from '../follow/fold/projection.ts';

/** A domain that is verified. */
export interface SenderDomainDocument {
  readonly domain: string;
  /** The workspaces that have verified it. */
  readonly workspaces: readonly string[];
}

type Event = Extract<RecordedWorkspaceEvent, { type: 'SenderDomainChecked' | 'SenderDomainRemoved' }>;

/** Keyed by domain. Each workspace has keys of its own for a domain, so several may have verified it. */
export const senderDomains = projection<SenderDomainDocument, Event>({
  name: 'sender_domains',
  version: 1,
  indexes: {},
  key: ({ data }) => data.domain,
  on: {
    SenderDomainChecked: (document, { data: { domain, published }, metadata: { workspace } }) =>
      of(domain, document, workspace, published.length > 0),
    SenderDomainRemoved: (document, { data: { domain }, metadata: { workspace } }) =>
      of(domain, document, workspace, false),
  },
});

function of(
  domain: string,
  document: SenderDomainDocument | null,
  workspace: string,
  isVerified: boolean,
): SenderDomainDocument | null {
  const before = document?.workspaces ?? [];
  if (before.includes(workspace) === isVerified) return document;
  const workspaces = isVerified ? [...before, workspace] : before.filter((one) => one !== workspace);
  return workspaces.length === 0 ? null : { domain, workspaces };
}
