import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { projection } from '../runtime/fold/projection.ts';

/** Answers of a fast endpoint take at most so long. */
export const FAST_MS = 250;

/** How an endpoint answers: `fast`, within 250 ms; `slow`, later; `silent`, not within the ten seconds of an attempt. */
export type KnownStanding = 'fast' | 'slow' | 'silent';

/**
 * What the last attempts at an endpoint have shown, so that it outlasts the processes that made them. Keyed by the
 * endpoint's id; written only when it changes, which is seldom.
 */
export interface WebhookHealthDocument {
  readonly workspace: string;
  readonly standing: KnownStanding;
}

export const webhookHealth = projection<WebhookHealthDocument, RecordedWebhookDeliveryEvent>({
  name: 'webhook_health',
  version: 1,
  indexes: {},
  key: ({ type, data }) =>
    type === 'WebhookDelivered' || type === 'WebhookAttemptFailed' ? data.endpointId : null,
  on: {
    WebhookDeliveryScheduled: 'ignored',
    WebhookDelivered: (before, { data, metadata }) =>
      shown(before, metadata.workspace, data.durationMs <= FAST_MS ? 'fast' : 'slow'),
    WebhookAttemptFailed: (before, { data: { status, reason, durationMs }, metadata: { workspace } }) => {
      if (reason === 'timeout') return shown(before, workspace, 'silent');
      // What failed without an answer, such as a refused connection, shows nothing of how long answers take.
      return status === null ? before : shown(before, workspace, durationMs <= FAST_MS ? 'fast' : 'slow');
    },
    WebhookDeliveryDied: 'ignored',
    WebhookDeliveryRequeued: 'ignored',
  },
});

function shown(
  before: WebhookHealthDocument | null,
  workspace: string,
  standing: KnownStanding,
): WebhookHealthDocument {
  return before?.standing === standing ? before : { workspace, standing };
}
