import { html } from 'hono/html';
import type { History } from '../audit/history.ts';
import { actorOf, wordingOf } from '../audit/wording.ts';
import { addressKey } from '../events/addressForms.ts';
import { streamId } from '../events/category.ts';
import { email, type RecordedAcceptance, type RecordedEmailEvent } from '../events/email.ts';
import { badge, eventBadge } from './badges.ts';
import { foreign, spanOf, tableOf, timeOf } from './elements.ts';
import { addressLink } from './links.ts';
import { type Html, may, NOTHING, type WorkspaceVisit } from './page.ts';

type Entry = History['events'][number];

/** Lanes that are open from the start; of more recipients each is opened by its line. */
const OPEN_LANES = 5;

/** What became of a message, with the names of those who acted by key (`actors`), in the order in which it happened; of several recipients one lane each, after what concerns all of them. */
export function timelineOf(
  visit: WorkspaceVisit,
  { events }: History,
  actors: ReadonlyMap<string, string>,
): Html {
  const startMs = Date.parse(events[0]?.event.metadata.at ?? '');
  const list = (entries: readonly Entry[]) =>
    html`<ol class="timeline">${entries.map(
      ({ event, webhook }) => html`<li${webhook && html` class="of-webhook"`}>
<span class="quiet">${timeOf(event.metadata.at)}, +${spanOf(Date.parse(event.metadata.at) - startMs)}, ${foreign(actors.get(event.metadata.actor) ?? actorOf(event.metadata))}</span><br>
${webhook === null && email.stream(streamId(event.stream)) === event.stream && html`${eventBadge(event as RecordedEmailEvent, true)} `}${foreign(webhook === null ? saidTo(visit, event) : `webhook ${webhook.kind} to ${webhook.endpoint.name}: ${wordingOf(event)}`)}${receiversAnswer(visit, event)}</li>`,
    )}</ol>`;
  const [forAll, ...ofRecipients] = lanesOf(events);
  if (forAll === undefined || ofRecipients.length < 2) return list(events);
  const isOpen = ofRecipients.length <= OPEN_LANES;
  return html`${list(forAll.entries)}
${ofRecipients.map(
  ({ recipient, entries }) =>
    html`<details class="lane"${isOpen && html` open`}><summary>${foreign(recipient)}</summary>
<p>${addressLink(visit.workspace, recipient)}</p>${list(entries)}</details>`,
)}`;
}

/** What an event says: the links of a message are contents, so others see only where one led. */
function saidTo({ session }: WorkspaceVisit, { type, data }: Entry['event']): string {
  if (type !== 'Clicked' || may(session, 'contents')) return wordingOf({ type, data });
  const { url } = data as { readonly url: string };
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  return wordingOf({ type, data: { ...(data as object), url: `${origin}/…` } });
}

/** What the receiver of a webhook answered, for those who may see contents. */
export function receiversAnswer({ session }: WorkspaceVisit, { data }: Entry['event']): Html {
  const { answer } = data as { readonly answer?: string };
  if (answer === undefined || !may(session, 'contents')) return NOTHING;
  return html`<pre class="answer">${foreign(answer)}</pre>`;
}

/** What concerns the whole message, and then each recipient in the order in which they are named first. */
function lanesOf(events: readonly Entry[]) {
  const lanes = new Map([['', { recipient: '', entries: [] as Entry[] }]]);
  const recipients = new Map<string, string>();
  for (const entry of events) {
    const { id, data, metadata } = entry.event;
    const { recipient, address } = data as { readonly recipient?: string; readonly address?: string };
    // A webhook follows from the event that it reports, and its attempts from each other.
    const named = recipient ?? address ?? (entry.webhook && recipients.get(metadata.causation ?? '')) ?? '';
    recipients.set(id, named);
    const key = addressKey(named);
    const lane = lanes.get(key) ?? { recipient: named, entries: [] };
    lanes.set(key, lane);
    lane.entries.push(entry);
  }
  return [...lanes.values()];
}

/** The deliveries of a message's webhooks. */
export function deliveriesAmong({ events }: History): readonly string[] {
  const posted = events.filter(({ webhook }) => webhook !== null);
  return [...new Set(posted.map(({ event }) => streamId(event.stream)))];
}

/** Recipients that are listed; the timeline has them all. */
const SHOWN = 50;

/** What happens to a recipient and is no step on the way there. */
const NO_STEPS: readonly RecordedEmailEvent['type'][] = ['ReportKept', 'Opened', 'Clicked', 'Resubscribed'];

/** The way of each recipient in a row: handed over to whom, what the server answered, what they did, who was told. */
export function waysOf(
  { workspace }: WorkspaceVisit,
  { data: { recipients }, metadata }: RecordedAcceptance,
  history: History,
): Html {
  const lanes = new Map(lanesOf(history.events).map((lane) => [addressKey(lane.recipient), lane.entries]));
  const ways = recipients
    .slice(0, SHOWN)
    .map(({ address, sandbox }) => wayOf(address, sandbox, lanes.get(addressKey(address)) ?? []));
  const more = recipients.length - ways.length;
  return html`<h2>The way of each recipient</h2>
<p class="quiet">Accepted ${timeOf(metadata.at)}.${more > 0 ? ` The first ${SHOWN} are listed, ${more} more are below.` : ''}</p>
${tableOf(
  'Recipients of the message',
  {
    Recipient: ({ address }) => addressLink(workspace, address),
    State: ({ last }) => (last === undefined ? badge('quiet', 'clock', 'queued') : eventBadge(last)),
    'Handed over': ({ at, server }) => at && html`${timeOf(at)}${server && html`, to ${server.host}`}`,
    "Server's answer": ({ answer }) => answer,
    Opened: ({ opened }) => timesOf(opened),
    Clicked: ({ clicked }) => timesOf(clicked),
    Webhooks: ({ entries }) => webhooksOf(entries),
    'SHA-256 of what was sent': ({ sha256 }) => sha256,
  },
  ways,
  'It goes to no one.',
)}
${ways.some(({ sha256 }) => sha256 !== null) && html`<p class="quiet">Each copy has links, fields and a signature of its own, so that its SHA-256 is not that of the one above.</p>`}`;
}

function wayOf(address: string, sandbox: boolean, entries: History['events']) {
  const own = entries
    .filter(({ webhook }) => webhook === null)
    .map(({ event }) => event as RecordedEmailEvent);
  const of = <Type extends RecordedEmailEvent['type']>(type: Type) =>
    own.filter((event): event is Extract<RecordedEmailEvent, { type: Type }> => event.type === type);
  const [submitted, delivered] = [of('Submitted').at(-1), of('Delivered').at(-1)];
  const { server, sha256 } = delivered?.data.handover ?? submitted?.data.handover ?? {};
  const at = submitted?.metadata.at ?? null;
  const noHash = sandbox ? 'simulated: nothing was sent' : 'not in the log';
  return {
    ...{ address, entries, at, server, opened: of('Opened'), clicked: of('Clicked') },
    last: own.findLast(({ type }) => !NO_STEPS.includes(type)),
    answer: own.map(answerIn).findLast((answer) => answer !== null) ?? null,
    sha256: sha256 ?? (at === null ? null : noHash),
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
