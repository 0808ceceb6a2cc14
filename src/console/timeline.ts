import { html } from 'hono/html';
import type { History } from '../audit/history.ts';
import { actorOf, wordingOf } from '../audit/wording.ts';
import { addressKey } from '../events/addressForms.ts';
import { streamId } from '../events/category.ts';
import { email, type RecordedEmailEvent } from '../events/email.ts';
import { eventBadge } from './badges.ts';
import { foreign, spanOf, timeOf } from './elements.ts';
import { addressLink } from './links.ts';
import { type Html, NOTHING, type WorkspaceVisit } from './page.ts';
import { may } from './roles.ts';

type Entry = History['events'][number];

/** Lanes that are open from the start; of more recipients each is opened by its line. */
const OPEN_LANES = 5;

/** What became of a message, with the names of those who acted by key (`actors`), in the order in which it happened; of several recipients one lane each, after what concerns all of them. */
export function timelineOf(
  visit: WorkspaceVisit,
  { events }: History,
  actors: ReadonlyMap<string, string>,
): Html {
  const [forAll, ...ofRecipients] = lanesOf(events);
  const list = (entries: readonly Entry[]) => listOf(visit, entries, events, actors);
  if (forAll === undefined || ofRecipients.length < 2) return list(events);
  const isOpen = ofRecipients.length <= OPEN_LANES;
  return html`${list(forAll.entries)}
${ofRecipients.map(
  ({ recipient, entries }) =>
    html`<details class="lane"${isOpen ? html` open` : NOTHING}><summary>${foreign(recipient)}</summary>
<p>${addressLink(visit.workspace, recipient)}</p>${list(entries)}</details>`,
)}`;
}

function listOf(
  visit: WorkspaceVisit,
  entries: readonly Entry[],
  [first]: readonly Entry[],
  actors: ReadonlyMap<string, string>,
): Html {
  const startMs = Date.parse(first?.event.metadata.at ?? '');
  return html`<ol class="timeline">${entries.map(
    ({ event, webhook }) => html`<li${webhook === null ? NOTHING : html` class="of-webhook"`}>
<span class="quiet">${timeOf(event.metadata.at)}, +${spanOf(Date.parse(event.metadata.at) - startMs)}, ${foreign(actors.get(event.metadata.actor) ?? actorOf(event.metadata))}</span><br>
${webhook === null && email.stream(streamId(event.stream)) === event.stream ? html`${eventBadge(event as RecordedEmailEvent, true)} ` : NOTHING}${foreign(webhook === null ? saidTo(visit, event) : `webhook ${webhook.kind} to ${webhook.endpoint.name}: ${wordingOf(event)}`)}${answerOf(visit, event)}</li>`,
  )}</ol>`;
}

/** What an event says: the links of a message are contents, so others see only where one led. */
function saidTo({ session }: WorkspaceVisit, { type, data }: Entry['event']): string {
  if (type !== 'Clicked' || may(session, 'contents')) return wordingOf({ type, data });
  const { url } = data as { readonly url: string };
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  return wordingOf({ type, data: { ...(data as object), url: `${origin}/…` } });
}

/** What the receiver of a webhook answered, for those who may see contents. */
export function answerOf({ session }: WorkspaceVisit, { data }: Entry['event']): Html {
  const { answer } = data as { readonly answer?: string };
  if (answer === undefined || !may(session, 'contents')) return NOTHING;
  return html`<pre class="answer">${foreign(answer)}</pre>`;
}

interface Lane {
  readonly recipient: string;
  readonly entries: Entry[];
}

/** What concerns the whole message, and then each recipient in the order in which they are named first. */
export function lanesOf(events: readonly Entry[]): readonly Lane[] {
  const lanes = new Map<string, Lane>([['', { recipient: '', entries: [] }]]);
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
