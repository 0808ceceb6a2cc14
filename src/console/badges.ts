import { html } from 'hono/html';
import type { RecordedEmailEvent } from '../events/email.ts';
import type { MessageDocument, MessageRecipient } from '../projections/messageDocuments.ts';
import type { MessageStatus } from '../projections/messageStatus.ts';
import { bounceKind } from '../projections/messages.ts';
import { foreign } from './elements.ts';
import type { Html } from './page.ts';

/** Signs, as strokes on a square of 16: what a badge says is not told by its colour alone. */
const SIGNS = {
  check: 'M3 8.5l3.5 3.5L13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  again: 'M13 8.5A5 5 0 1 1 11.5 4.5M12 1.5v3.5H8.5',
  moon: 'M13 9.5A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.5z',
  barred: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11M4.200 4.200l7.600 7.600',
  eye: 'M1.5 8s2.5-4.5 6.5-4.5S14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.5v3',
  pointer: 'M3 3l10 4-4.5 1.5L7 13z',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11M8 5v3.200l2.200 1.300',
  flag: 'M4 14V2.5h8.5l-2 3 2 3H4',
  sent: 'M2 8l12-5-4.5 11-2.5-4z',
} as const;

type Tone = 'good' | 'bad' | 'warn' | 'info' | 'quiet';
type Look = readonly [tone: Tone, sign: keyof typeof SIGNS];

const LOOKS: Readonly<Record<MessageStatus, Look>> = {
  complained: ['bad', 'flag'],
  bounced: ['bad', 'cross'],
  rejected: ['bad', 'barred'],
  rendering_failed: ['bad', 'cross'],
  failed: ['bad', 'cross'],
  delivery_delayed: ['warn', 'again'],
  processing: ['quiet', 'clock'],
  queued: ['quiet', 'clock'],
  scheduled: ['info', 'clock'],
  submitted: ['info', 'sent'],
  sent: ['info', 'sent'],
  delivered: ['good', 'check'],
  received: ['good', 'check'],
  suppressed: ['warn', 'barred'],
};

/** How each kind of bounce looks: one that is over for good, one that may go next time, and a person who is away. */
const BOUNCES: Readonly<Record<NonNullable<MessageRecipient['bounce']>, Look>> = {
  permanent: ['bad', 'cross'],
  transient: ['warn', 'again'],
  'out of office': ['info', 'moon'],
};

/** @param isSignOnly leaves its words to programs that read pages aloud, and to the pointer that rests on it */
export const badge = (tone: Tone, sign: keyof typeof SIGNS, label: Html | string, isSignOnly = false): Html =>
  html`<span class="badge ${tone}${isSignOnly ? ' sign-only' : ''}"${isSignOnly && html` title="${label}"`}><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${SIGNS[sign]}"/></svg><span>${foreign(label)}</span></span>`;

const bounceBadge = (bounce: keyof typeof BOUNCES, isSignOnly = false): Html =>
  badge(...BOUNCES[bounce], bounce === 'out of office' ? bounce : `${bounce} bounce`, isSignOnly);

/** What became of a message: a bounce by its kind, and whether it was opened or clicked. */
export function badgesOf({ status, recipients }: MessageDocument): Html {
  const bounces = recipients.flatMap(({ bounce }) => bounce ?? []);
  const kind = (Object.keys(BOUNCES) as (keyof typeof BOUNCES)[]).find((one) => bounces.includes(one));
  const bounce = status === 'bounced' ? kind : undefined;
  const did = (what: 'opened' | 'clicked') => recipients.some((one) => one[what] === true);
  return html`<span class="badges">${bounce === undefined ? badge(...LOOKS[status], status.replace('_', ' ')) : bounceBadge(bounce)}${did('opened') && badge('good', 'eye', 'opened', true)}${did('clicked') && badge('good', 'pointer', 'clicked', true)}</span>`;
}

/** What each event makes of a recipient, in words. */
const EVENTS: Readonly<Record<RecordedEmailEvent['type'], readonly [...Look, words: string]>> = {
  EmailAccepted: ['quiet', 'clock', 'queued'],
  SubmissionAttempted: ['quiet', 'clock', 'is being handed over'],
  Submitted: ['info', 'sent', 'handed over'],
  Delivered: ['good', 'check', 'delivered'],
  DeliveryDelayed: ['warn', 'again', 'put off'],
  Bounced: ['bad', 'cross', 'bounced'],
  Complained: ['bad', 'flag', 'complained'],
  Rejected: ['bad', 'barred', 'not sent'],
  RenderingFailed: ['bad', 'cross', 'not rendered'],
  ReportKept: ['quiet', 'flag', 'report kept'],
  Opened: ['good', 'eye', 'opened'],
  Clicked: ['good', 'pointer', 'clicked'],
  Unsubscribed: ['warn', 'barred', 'unsubscribed'],
  Resubscribed: ['good', 'check', 'subscribed again'],
};

export function eventBadge(event: RecordedEmailEvent, isSignOnly = false): Html {
  if (event.type !== 'Bounced') return badge(...EVENTS[event.type], isSignOnly);
  return bounceBadge(bounceKind(event.data), isSignOnly);
}
