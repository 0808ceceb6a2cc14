import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import type { RecordedWebhookDeliveryEvent } from '../events/webhookDelivery.ts';
import { projection } from '../follow/fold/projection.ts';
import type { Collection } from '../ports/documents.ts';

export const STEP_MS = 300_000;
/** Of two hours: the last one is whole also while clocks of several processes differ. */
const STEPS_KEPT = 24;

const NOTHING = { accepted: 0, delivered: 0, failed: 0, posted: 0, unposted: 0 };
type Figure = keyof typeof NOTHING;

/**
 * What happened in a workspace within five minutes, by the events' own times: recipients of emails and text messages (`failed`: bounced,
 * rejected, not rendered, refused by the carrier, or complained), and attempts of webhooks, by whether they were answered with 2xx.
 */
export interface LastHoursDocument extends Readonly<Record<Figure, number>> {
  readonly workspace: string;
  /** When they began, since 1970. */
  readonly fromMs: number;
}

type Event = RecordedEmailEvent | RecordedSmsEvent | RecordedWebhookDeliveryEvent;

const beganMs = ({ metadata }: Event) => Math.floor(Date.parse(metadata.at) / STEP_MS) * STEP_MS;

function counted(document: LastHoursDocument | null, event: Event, figure: Figure, more = 1) {
  const fromMs = beganMs(event);
  // It came so late that its place has another time's figures.
  if (more === 0 || (document !== null && document.fromMs > fromMs)) return document;
  const before =
    document?.fromMs === fromMs ? document : { ...NOTHING, workspace: event.metadata.workspace, fromMs };
  return { ...before, [figure]: before[figure] + more };
}

const counts = (figure: Figure) => (document: LastHoursDocument | null, event: Event) =>
  counted(document, event, figure);

/** Keyed by workspace and place in a ring of two hours: a time takes the place of the one two hours before it. */
export const lastHours = projection<LastHoursDocument, Event>({
  name: 'last_hours',
  version: 1,
  indexes: { byTime: ['workspace', 'fromMs'] },
  key: (event) => `${event.metadata.workspace}/${(beganMs(event) / STEP_MS) % STEPS_KEPT}`,
  on: {
    EmailAccepted: (document, event) => counted(document, event, 'accepted', event.data.recipients.length),
    SubmissionAttempted: 'ignored',
    Submitted: 'ignored',
    Delivered: counts('delivered'),
    DeliveryDelayed: 'ignored',
    Bounced: (document, event) => counted(document, event, 'failed', event.data.repeated ? 0 : 1),
    Complained: counts('failed'),
    Rejected: counts('failed'),
    RenderingFailed: counts('failed'),
    ReportKept: 'ignored',
    Opened: 'ignored',
    Clicked: 'ignored',
    Unsubscribed: 'ignored',
    Resubscribed: 'ignored',
    SmsAccepted: counts('accepted'),
    SmsSubmissionAttempted: 'ignored',
    SmsSegmentSent: 'ignored',
    SmsSent: 'ignored',
    SmsSegmentDelivered: 'ignored',
    SmsDelivered: counts('delivered'),
    SmsFailed: (document, event) =>
      counted(document, event, 'failed', event.data.nextAttemptAt === null ? 1 : 0),
    SmsPartReceived: 'ignored',
    SmsReceived: 'ignored',
    WebhookDeliveryScheduled: 'ignored',
    WebhookAttemptFailed: counts('unposted'),
    WebhookDelivered: counts('posted'),
    WebhookDeliveryDied: 'ignored',
    WebhookDeliveryRequeued: 'ignored',
  },
});

/** What a workspace's documents say of the times from this one on, ascending: at most one hour's and a half. */
export async function stepsSince(
  collection: Collection<LastHoursDocument>,
  workspace: string,
  fromMs: number,
): Promise<readonly LastHoursDocument[]> {
  const query = { index: 'byTime', equals: [workspace], from: fromMs, limit: STEPS_KEPT };
  return (await collection.page(query)).map(({ document }) => document);
}
