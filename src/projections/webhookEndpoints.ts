import type { RecordedWebhooksEvent } from '../events/webhooks.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { projection } from '../runtime/fold/projection.ts';

/** An endpoint as its owner sees it; its secret is not here, not even sealed. Keyed by its id. */
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
  },
});

/** Every endpoint of a workspace in the order of creation, disabled ones included. */
export async function* listWebhookEndpoints(
  collection: Collection<WebhookEndpointDocument>,
  workspace: string,
): AsyncIterable<Stored<WebhookEndpointDocument>> {
  const limit = 200;
  for (let from = 0; ; ) {
    const page = await collection.page({ index: 'byWorkspace', equals: [workspace], from, limit });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    from = last.document.ordinal + 1;
  }
}
