import type { RecordedEvent } from '../../../src/events/event.ts';
import { webhookDeliveryIdOf } from '../../../src/events/webhookDelivery.ts';
import { EMAIL_KINDS } from '../../support/emailKinds.ts';
import { SMS_KINDS } from '../../support/smsKinds.ts';
import type { JournalLines, Moment } from '../journal.ts';
import type { Evidence } from './rule.ts';
import { endsText } from './texts.ts';

export type Post = JournalLines['posts'] & Moment;

/** What an endpoint of a customer is to hear of one event, and what it heard. */
export interface DeliveryStory {
  readonly event: RecordedEvent;
  readonly endpoint: EndpointStory;
  readonly host: string;
  readonly deliveryId: string;
  /** The delivery's own events, in order. */
  readonly recorded: readonly RecordedEvent[];
  readonly posts: readonly Post[];
}

/** One endpoint, through all changes. */
export interface EndpointStory {
  readonly endpointId: string;
  readonly urls: ReadonlySet<string>;
  /** When it was switched off and on, in order, by the time that passes. */
  readonly switched: readonly { readonly atMs: number; readonly isActive: boolean }[];
  /** Whether it was off at any time from one moment to another. */
  wasOff(fromMs: number, toMs: number): boolean;
}

interface Endpoint extends EndpointStory {
  readonly urls: Set<string>;
  readonly switched: { atMs: number; isActive: boolean }[];
  url: string;
  events: readonly string[];
  isActive: boolean;
}

/** For every event, every endpoint that was active and subscribed when it happened. */
export function deliveryStories(evidence: Evidence): readonly DeliveryStory[] {
  const { events, journals, stream } = evidence;
  const postsOf = new Map<string, Post[]>();
  for (const post of journals.posts) {
    const own = postsOf.get(post.eventId);
    if (own === undefined) postsOf.set(post.eventId, [post]);
    else own.push(post);
  }
  const endpoints = new Map<string, Map<string, Endpoint>>();
  const stories: Omit<DeliveryStory, 'posts'>[] = [];
  for (const event of events) {
    if (event.stream.startsWith('webhooks-')) learn(endpoints, event, evidence.appendedAtMs(event));
    const kind = kindOf(event);
    if (kind === null) continue;
    for (const endpoint of endpoints.get(event.metadata.workspace)?.values() ?? []) {
      const { endpointId, url, events: asked, isActive } = endpoint;
      if (!isActive || !asked.some((one) => one === '*' || one === kind || one === `email.${kind}`)) continue;
      const deliveryId = webhookDeliveryIdOf(event.id, endpointId);
      const recorded = stream(`webhookdelivery-${deliveryId}`);
      stories.push({ event, endpoint, deliveryId, recorded, host: new URL(url).hostname });
    }
  }
  // An attempt goes to where the endpoint is then: only now all its places are known.
  return stories.map((story) => ({
    ...story,
    posts: (postsOf.get(story.event.id) ?? []).filter(({ url }) => story.endpoint.urls.has(url)),
  }));
}

function kindOf(event: RecordedEvent): string | null {
  const { type, data } = event;
  const { reported, automated } = data as { readonly reported?: boolean; readonly automated?: boolean };
  if (reported === false || automated === true) return null;
  if (type === 'SmsFailed' && !endsText(event)) return null;
  return EMAIL_KINDS[type] ?? SMS_KINDS[type] ?? null;
}

function learn(
  endpoints: Map<string, Map<string, Endpoint>>,
  { type, data, metadata }: RecordedEvent,
  atMs: number,
): void {
  const change = data as {
    readonly endpointId: string;
    readonly url?: string;
    readonly events?: readonly string[];
    readonly status?: string;
  };
  const own = endpoints.get(metadata.workspace) ?? new Map<string, Endpoint>();
  endpoints.set(metadata.workspace, own);
  const { endpointId, url = '', events = [] } = change;
  if (type === 'WebhookEndpointCreated') own.set(endpointId, newEndpoint(endpointId, url, events));
  const endpoint = own.get(endpointId);
  if (type !== 'WebhookEndpointChanged' || endpoint === undefined) return;
  if (change.url !== undefined) {
    endpoint.url = change.url;
    endpoint.urls.add(change.url);
  }
  if (change.events !== undefined) endpoint.events = change.events;
  if (change.status === undefined) return;
  endpoint.isActive = change.status === 'ACTIVE';
  endpoint.switched.push({ atMs, isActive: endpoint.isActive });
}

function newEndpoint(endpointId: string, url: string, events: readonly string[]): Endpoint {
  const switched: { atMs: number; isActive: boolean }[] = [];
  return {
    ...{ endpointId, url, events, switched, urls: new Set([url]), isActive: true },
    wasOff(fromMs, toMs) {
      const before = switched.findLast(({ atMs }) => atMs <= fromMs);
      if (before?.isActive === false) return true;
      return switched.some(({ atMs, isActive }) => !isActive && atMs > fromMs && atMs <= toMs);
    },
  };
}

/** Posts by the url they went to, in order: what an endpoint was busy with. */
export function postsByUrl({ journals }: Evidence): ReadonlyMap<string, readonly Post[]> {
  const byUrl = new Map<string, Post[]>();
  for (const post of journals.posts) {
    const own = byUrl.get(post.url);
    if (own === undefined) byUrl.set(post.url, [post]);
    else own.push(post);
  }
  return byUrl;
}
