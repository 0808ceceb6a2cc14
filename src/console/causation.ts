import { html } from 'hono/html';
import { messageHistory } from '../audit/history.ts';
import { campaign } from '../events/campaign.ts';
import { streamId } from '../events/category.ts';
import { email } from '../events/email.ts';
import type { RecordedEvent } from '../events/event.ts';
import { sms } from '../events/sms.ts';
import { findMessages } from '../projections/findMessages.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { timeOf } from './elements.ts';
import { eventLink } from './links.ts';
import { namesOfEvents, streamShown } from './namedIds.ts';
import type { Html, Workspace } from './page.ts';

/** Events of one stream that are looked at. */
const LOOKED_AT = 2_000;
const SHOWN = 50;

/**
 * What led to an event, and what it led to, as links; looked for in its own stream, in those of its message and campaign, and
 * in those of a campaign's newest messages.
 */
export async function causationOf(
  dependencies: Pick<ConsoleDependencies, 'ledger' | 'models'>,
  workspace: Workspace,
  event: RecordedEvent,
): Promise<Html> {
  const near = (await relatedTo(dependencies, workspace, event)).filter(
    ({ metadata }) => metadata.workspace === workspace.id,
  );
  const wanted = causeOf(event);
  const cause = near.find(({ id }) => id === wanted);
  const effects = near.filter((one) => causeOf(one) === event.id);
  const shown = effects.slice(0, SHOWN);
  const names = await namesOfEvents(dependencies.models, workspace, cause ? [cause, ...shown] : shown);
  const link = (one: RecordedEvent): Html =>
    html`${eventLink(workspace, one, one.type)}, ${timeOf(one.metadata.at)}, ${streamShown(names, one.stream)}`;
  const before =
    wanted === null
      ? 'No event: a request, or a person.'
      : cause === undefined
        ? `Event ${wanted}, which is not in the streams that this one belongs to.`
        : link(cause);
  return html`<h2>What led to it</h2><p>${before}</p>
<h2>What it led to</h2>
${effects.length === 0 ? html`<p class="quiet">Nothing in the streams that it belongs to.</p>` : html`<ul>${shown.map((one) => html`<li>${link(one)}</li>`)}</ul>`}
${effects.length > SHOWN && html`<p>${effects.length - SHOWN} more of them are in the same streams.</p>`}`;
}

/** The id of the event that one was recorded because of; an operator names it in the data. */
function causeOf({ metadata, data }: RecordedEvent): string | null {
  const { cause } = (data ?? {}) as { readonly cause?: unknown };
  return metadata.causation ?? (typeof cause === 'string' ? cause : null);
}

async function relatedTo(
  { ledger: { store }, models }: Pick<ConsoleDependencies, 'ledger' | 'models'>,
  workspace: Workspace,
  { stream }: RecordedEvent,
): Promise<readonly RecordedEvent[]> {
  const own = await store.readStream(stream, { limit: LOOKED_AT });
  const first = own[0]?.data as {
    readonly subjectId?: string;
    readonly campaign?: { readonly campaignId: string } | null;
  };
  const id = streamId(stream);
  const isMessage = stream === email.stream(id) || stream === sms.stream(id);
  const messageId = isMessage ? id : first?.subjectId;
  const history = messageId === undefined ? null : await messageHistory(store, messageId);
  const { campaignId } = first?.campaign ?? {};
  const ofCampaign =
    campaignId === undefined ? [] : await campaign.read(store, campaignId, { limit: LOOKED_AT });
  const newest =
    stream === campaign.stream(id)
      ? (await findMessages(models.messages, { workspace: workspace.id, campaignId: id }, SHOWN)).messages
      : [];
  const accepted = await Promise.all(newest.map(({ key }) => email.read(store, key, { limit: 1 })));
  const ofMessage = (history?.events ?? []).map((one) => one.event);
  const all = [...own, ...ofMessage, ...ofCampaign, ...accepted.flat()];
  return [...new Map(all.map((event) => [event.id, event])).values()];
}
