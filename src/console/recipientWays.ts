import { html } from 'hono/html';
import type { History } from '../audit/history.ts';
import { addressKey } from '../events/addressForms.ts';
import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { badge, eventBadge } from './badges.ts';
import { tableOf, timeOf } from './elements.ts';
import { addressLink } from './links.ts';
import type { ShownEmail } from './mailAgain.ts';
import { type Html, NOTHING, type WorkspaceVisit } from './page.ts';
import { lanesOf } from './timeline.ts';

/** Recipients that are listed; the timeline has them all. */
const SHOWN = 50;

/** What happens to a recipient and is no step on the way there. */
const NO_STEPS: ReadonlySet<RecordedEmailEvent['type']> = new Set([
  'ReportKept',
  'Opened',
  'Clicked',
  'Resubscribed',
]);

interface Way {
  readonly address: string;
  readonly state: Html;
  readonly handedOver: Html | null;
  readonly answer: string | null;
  readonly opened: Html | null;
  readonly clicked: Html | null;
  readonly webhooks: string | null;
  readonly sha256: string | null;
}

/** The way of each recipient in a row: handed over to whom, what the server answered, what they did, who was told. */
export function waysOf(
  { workspace }: WorkspaceVisit,
  { data, metadata }: ShownEmail,
  history: History,
): Html {
  const lanes = new Map(lanesOf(history.events).map((lane) => [addressKey(lane.recipient), lane.entries]));
  const { recipients } = data;
  const ways = recipients
    .slice(0, SHOWN)
    .map(({ address, sandbox }) => wayOf(address, sandbox, lanes.get(addressKey(address)) ?? []));
  const more = recipients.length - ways.length;
  return html`<h2>The way of each recipient</h2>
<p class="quiet">Accepted ${timeOf(metadata.at)}.${more > 0 ? ` The first ${SHOWN} are listed, ${more} more are below.` : ''}</p>
${tableOf<Way>(
  'Recipients of the message',
  [
    { heading: 'Recipient', of: ({ address }) => addressLink(workspace, address) },
    { heading: 'State', of: ({ state }) => state },
    { heading: 'Handed over', of: ({ handedOver }) => handedOver },
    { heading: "Server's answer", of: ({ answer }) => answer },
    { heading: 'Opened', of: ({ opened }) => opened },
    { heading: 'Clicked', of: ({ clicked }) => clicked },
    { heading: 'Webhooks', of: ({ webhooks }) => webhooks },
    { heading: 'SHA-256 of what was sent', of: ({ sha256 }) => sha256 },
  ],
  ways,
  'It goes to no one.',
)}
${ways.some(({ sha256 }) => sha256 !== null) ? html`<p class="quiet">Each copy has links, fields and a signature of its own, so that its SHA-256 is not that of the one above.</p>` : NOTHING}`;
}

function wayOf(address: string, sandbox: boolean, entries: History['events']): Way {
  const own = entries
    .filter(({ webhook }) => webhook === null)
    .map(({ event }) => event as RecordedEmailEvent);
  const of = <Type extends RecordedEmailEvent['type']>(type: Type) =>
    own.filter((event): event is Extract<RecordedEmailEvent, { type: Type }> => event.type === type);
  const [submitted, delivered] = [of('Submitted').at(-1), of('Delivered').at(-1)];
  const handover = delivered?.data.handover ?? submitted?.data.handover;
  const server = handover?.server;
  const at = submitted?.metadata.at ?? null;
  const last = own.findLast(({ type }) => !NO_STEPS.has(type));
  const answers = own.map(answerIn).filter((answer) => answer !== null);
  return {
    address,
    state: last === undefined ? badge('quiet', 'clock', 'queued') : eventBadge(last),
    handedOver:
      at === null ? null : html`${timeOf(at)}${server === undefined ? NOTHING : html`, to ${server.host}`}`,
    answer: answers.at(-1) ?? null,
    opened: timesOf(of('Opened')),
    clicked: timesOf(of('Clicked')),
    webhooks: webhooksOf(entries),
    sha256:
      handover?.sha256 ?? (at === null ? null : sandbox ? 'simulated: nothing was sent' : 'not in the log'),
  };
}

function answerIn(event: RecordedEmailEvent): string | null {
  if (event.type === 'Submitted' || event.type === 'Delivered') return event.data.response;
  if (event.type === 'Rejected' || event.type === 'RenderingFailed') return event.data.reason;
  return event.type === 'Bounced' || event.type === 'DeliveryDelayed' ? event.data.diagnosticCode : null;
}

/** When it was done first, and how often; what programs did is told apart. */
function timesOf(
  events: readonly Extract<RecordedEmailEvent, { type: 'Opened' | 'Clicked' }>[],
): Html | null {
  const [first, ...others] = events.filter(({ data }) => data.automated !== true);
  const byPrograms = events.length - (first === undefined ? 0 : others.length + 1);
  if (first === undefined) return byPrograms === 0 ? null : html`by programs alone`;
  return html`${timeOf(first.metadata.at)}${others.length > 0 ? `, ${others.length + 1} times` : ''}`;
}

function webhooksOf(entries: History['events']): string | null {
  const posted = entries.filter(({ webhook }) => webhook !== null).map(({ event }) => event);
  const streams = new Set(posted.map(({ stream }) => streamId(stream)));
  const taken = new Set(posted.filter(({ type }) => type === 'WebhookDelivered').map(({ stream }) => stream));
  return streams.size === 0 ? null : `${taken.size} of ${streams.size} taken`;
}
