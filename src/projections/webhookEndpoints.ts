import type { RecordedWebhooksEvent } from '../events/webhooks.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { storedOf } from './pages.ts';

/** An endpoint for its owner, without its secret. Keyed by its id. */
export interface WebhookEndpointDocument {
  readonly workspace: string;
  /** Place in the workspace's order of creation. */
  readonly ordinal: number;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly createdAt: string;
}

export const webhookEndpoints = projection<WebhookEndpointDocument, RecordedWebhooksEvent>({
  name: 'webhook_endpoints',
  version: 1,
  indexes: { byWorkspace: ['workspace', 'ordinal'] },
  key: ({ data }) => data.endpointId,
  on: {
    WebhookEndpointCreated: (_, { data, metadata, revision }) => {
      const { name, url, events } = data;
      const { workspace, at: createdAt } = metadata;
      return { workspace, ordinal: revision, name, url, events, status: 'ACTIVE', createdAt };
    },
    WebhookEndpointChanged: (document, { data: { endpointId: _, ...changes } }) =>
      document && { ...document, ...changes },
    // The owner sees no secret.
    WebhookSecretResealed: (document) => document,
  },
});

/** Every endpoint of a workspace in the order of creation, disabled ones included. */
export function listWebhookEndpoints(
  collection: Collection<WebhookEndpointDocument>,
  workspace: string,
): AsyncIterable<Stored<WebhookEndpointDocument>> {
  const query = { index: 'byWorkspace', equals: [workspace] };
  return storedOf(collection, query, ({ ordinal }) => [workspace, ordinal]);
}
