import type { RecordedEvent } from '../../../src/events/event.ts';
import { webhookDeliveryIdOf } from '../../../src/events/webhookDelivery.ts';
import type { JournalLines, Moment } from '../journal.ts';
import type { Evidence } from './rule.ts';

export type Post = JournalLines['posts'] & Moment;

/** What an endpoint of a customer is to hear of one event, and what it heard. */
export interface DeliveryStory {
  readonly event: RecordedEvent;
  readonly endpointId: string;
  readonly host: string;
  readonly deliveryId: string;
  /** The delivery's own events, in order. */
  readonly recorded: readonly RecordedEvent[];
  readonly posts: readonly Post[];
}

/** The kinds by the events that they report (docs/webhooks.md), written down a second time. */
const KINDS: Readonly<Record<string, string>> = {
  Submitted: 'submitted',
  Delivered: 'delivered',
  DeliveryDelayed: 'delivery_delayed',
  Bounced: 'bounced',
  Complained: 'complained',
  Rejected: 'rejected',
  RenderingFailed: 'rendering_failed',
  Opened: 'opened',
  Clicked: 'clicked',
  Unsubscribed: 'unsubscribed',
};

interface Endpoint {
  readonly endpointId: string;
  url: string;
  events: readonly string[];
  isActive: boolean;
}

/** For every event, every endpoint that was active and subscribed when it happened. */
export function deliveryStories({ events, journals, stream }: Evidence): readonly DeliveryStory[] {
  const posts = new Map<string, Post[]>();
  for (const post of journals.posts) {
    const name = `${post.eventId} ${post.url}`;
    posts.set(name, [...(posts.get(name) ?? []), post]);
  }
  const endpoints = new Map<string, Map<string, Endpoint>>();
  const stories: DeliveryStory[] = [];
  for (const event of events) {
    if (event.stream.startsWith('webhooks-')) learn(endpoints, event);
    const kind = kindOf(event);
    if (kind === null) continue;
    for (const { endpointId, url, events: asked, isActive } of endpoints
      .get(event.metadata.workspace)
      ?.values() ?? []) {
      if (!isActive || !asked.some((one) => one === '*' || one === kind || one === `email.${kind}`)) continue;
      const deliveryId = webhookDeliveryIdOf(event.id, endpointId);
      stories.push({
        ...{ event, endpointId, deliveryId, host: new URL(url).hostname },
        recorded: stream(`webhookdelivery-${deliveryId}`),
        posts: posts.get(`${event.id} ${url}`) ?? [],
      });
    }
  }
  return stories;
}

function kindOf({ type, data }: RecordedEvent): string | null {
  const told = data as { readonly reported?: boolean; readonly automated?: boolean };
  if (told.reported === false || told.automated === true) return null;
  return KINDS[type] ?? null;
}

function learn(endpoints: Map<string, Map<string, Endpoint>>, { type, data, metadata }: RecordedEvent): void {
  const told = data as {
    readonly endpointId: string;
    readonly url?: string;
    readonly events?: readonly string[];
    readonly status?: string;
  };
  const own = endpoints.get(metadata.workspace) ?? new Map<string, Endpoint>();
  endpoints.set(metadata.workspace, own);
  const { endpointId, url = '', events = [] } = told;
  if (type === 'WebhookEndpointCreated') own.set(endpointId, { endpointId, url, events, isActive: true });
  const endpoint = own.get(endpointId);
  if (type !== 'WebhookEndpointChanged' || endpoint === undefined) return;
  if (told.url !== undefined) endpoint.url = told.url;
  if (told.events !== undefined) endpoint.events = told.events;
  if (told.status !== undefined) endpoint.isActive = told.status === 'ACTIVE';
}
