import type { RecordedWorkspaceEvent } from '../events/workspace.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';
import { documentsOf } from './pages.ts';

/** An API key; of its secret only the SHA-256. */
export interface ApiKeyDocument {
  readonly keyId: string;
  readonly workspace: string;
  readonly name: string | null;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  readonly scopes: readonly string[];
  /** What is counted of mail by SMTP; absent: nothing. */
  readonly track?: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

type Event = Extract<RecordedWorkspaceEvent, { type: 'ApiKeyCreated' | 'ApiKeyRevoked' }>;

/** Keyed by the key's id, which is derived from the hash of the secret. */
export const apiKeys = projection<ApiKeyDocument, Event>({
  name: 'api_keys',
  version: 2,
  indexes: { byWorkspace: ['workspace', 'createdAt'] },
  key: (event) => event.data.keyId,
  on: {
    ApiKeyCreated: (_, { data, metadata }) => {
      const { workspace, at } = metadata;
      const { keyId, name, hash, scopes, track, expiresAt } = data;
      const document = { keyId, workspace, name, hash, scopes, createdAt: at, expiresAt, revokedAt: null };
      return { ...document, ...(track && { track }) };
    },
    ApiKeyRevoked: (document, { metadata }) => document && { ...document, revokedAt: metadata.at },
  },
});

/** Every key of a workspace, oldest first. */
export async function listApiKeys(
  collection: Collection<ApiKeyDocument>,
  workspace: string,
): Promise<ApiKeyDocument[]> {
  const all: ApiKeyDocument[] = [];
  const query = { index: 'byWorkspace', equals: [workspace] };
  for await (const key of documentsOf(collection, query, ({ createdAt }) => [workspace, createdAt]))
    all.push(key);
  return all;
}
