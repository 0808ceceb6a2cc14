import { html } from 'hono/html';
import { type History, messageHistory } from '../../audit/history.ts';
import type { Ledger } from '../../commands/kernel/ledger.ts';
import { streamId } from '../../events/category.ts';
import type { RecordedEmailEvent } from '../../events/email.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import { keyReuse } from '../../events/keyReuse.ts';
import type { RecordedSmsEvent } from '../../events/sms.ts';
import { instant } from '../../ports/clock.ts';
import { WORK_INDEXES, WORKERS_OF } from '../../projections/workIndexes.ts';
import { whyItWaits } from '../../work/whyItWaits.ts';
import { badgesOf } from '../badges.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { actForm, factsOf, foreign, partOf, timeOf } from '../elements.ts';
import { addressLink, addressLinks, idOf, keyActors, named, namesOf, pathIn } from '../links.ts';
import { mailSection, type SeenMail, seenMail } from '../mailAgain.ts';
import { type Html, may, NOTHING, nothingHere, type Workspace, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { suppressedAtAcceptance, suppressForm } from '../suppressed.ts';
import { deliveriesAmong, timelineOf, waysOf } from '../timeline.ts';

/** The history of a message. @throws ConsoleFault where the workspace has none with this id */
export async function historyFor({ store }: Ledger, workspace: Workspace, id = ''): Promise<History> {
  const history = isUuid(id) ? await messageHistory(store, id.toLowerCase()) : null;
  if (history?.workspace !== workspace.id) throw nothingHere(`The workspace has no message ${id}.`);
  return history;
}

/** One message: who and what, what its receiver saw, the way of each recipient, and the timeline with its webhooks. */
export const messagePages: AddPages = (routes, dependencies) => {
  const { ledger, models } = dependencies;
  routes.workspacePage('messages/:id', 'see', async (visit) => {
    const { workspace, session, params } = visit;
    const history = await historyFor(ledger, workspace, params.id);
    const [first] = history.events;
    if (first === undefined) throw nothingHere('The message has no events.');
    const accepted = first.event as RecordedEmailEvent | RecordedSmsEvent;
    const { stream } = first.event;
    const mail = accepted.type === 'EmailAccepted' ? await seenMail(dependencies, visit, accepted) : null;
    const [reused] = await keyReuse.read(ledger.store, streamId(stream));
    const actors = history.events.map(({ event }) => event.metadata.actor);
    const body = html`${await aboutOf(dependencies, visit, accepted, mail)}
${reused && html`<p class="warn">Its Idempotency-Key came again with another request, first on ${timeOf(reused.metadata.at)}: that one was answered with this message, and not sent.</p>`}
${
  accepted.type === 'EmailAccepted'
    ? html`${await partOf('Who is suppressed', () => suppressedAtAcceptance(dependencies, visit, accepted))}
${mail !== null && may(session, 'contents') && mailSection(visit, accepted, mail)}
${waysOf(visit, accepted, history)}`
    : smsTextOf(visit, accepted)
}
${await partOf('Why it waits', () => whyWaits(dependencies, streamId(stream)))}
<h2>What became of it</h2>
${timelineOf(visit, history, await keyActors(models, actors))}
${againForm(visit, history)}${accepted.type === 'EmailAccepted' && (await partOf('Who is suppressed', () => suppressForm(dependencies, visit, accepted)))}
${may(session, 'log') && html`<p><a href="${pathIn(workspace, 'log')}?${new URLSearchParams({ stream })}">The events themselves</a></p>`}`;
    return { title: history.kind === 'email' ? 'Email' : 'SMS', body };
  });
};

async function aboutOf(
  { models }: ConsoleDependencies,
  visit: WorkspaceVisit,
  event: RecordedEmailEvent | RecordedSmsEvent,
  mail: SeenMail | null,
): Promise<Html> {
  const { workspace, params } = visit;
  const id = params.id ?? '';
  const links = (addresses: readonly string[]) =>
    addresses.length === 0 ? null : addressLinks(workspace, addresses);
  if (event.type === 'EmailAccepted') {
    const { data } = event;
    const { template, campaign } = data;
    const templates = await namesOf(models, 'template', template ? [template.templateId] : []);
    const campaigns = await namesOf(models, 'campaign', campaign ? [campaign.campaignId] : []);
    const templatePath = pathIn(workspace, `templates/${template?.templateId}`);
    const status = await partOf('The status', async () => {
      const stored = (await models.messages.get(id))?.document;
      return stored === undefined || 'messageId' in stored ? NOTHING : badgesOf(stored);
    });
    return factsOf({
      Status: status,
      Id: idOf(id, 'the message'),
      From: data.from,
      To: links(data.to),
      Cc: links(data.cc),
      Bcc: links(data.bcc),
      Subject: mail?.subject ?? data.subject,
      Template:
        template &&
        html`${named(templates, template.templateId, `${templatePath}?to=${template.revision}`)}, revision ${template.revision}`,
      Campaign:
        campaign &&
        named(campaigns, campaign.campaignId, pathIn(workspace, `campaigns/${campaign.campaignId}`)),
      Tags: data.tags.join(', '),
      Stream: data.messageStream,
      'Planned for': timeOf(data.scheduledFor),
      Files: (mail?.shown?.files ?? data.attachments)
        .map(({ filename, type }) => filename || type)
        .join(', '),
      Suppressed: data.suppressedRecipients.join(', '),
      Credits: data.credits,
    });
  }
  if (event.type !== 'SmsAccepted' && event.type !== 'SmsReceived') return NOTHING;
  const { from, to, segments } = event.data;
  return factsOf({
    Id: idOf(id, 'the message'),
    From: from,
    To: addressLink(workspace, to),
    Segments: segments,
  });
}

/** The text of an SMS, for those who may see it. */
function smsTextOf({ session }: WorkspaceVisit, { type, data }: RecordedEmailEvent | RecordedSmsEvent): Html {
  const isText = type === 'SmsAccepted' || type === 'SmsReceived';
  return isText && may(session, 'contents') ? html`<h2>Text</h2><pre>${foreign(data.text)}</pre>` : NOTHING;
}

/** Posts the webhooks of a message again. */
function againForm(visit: WorkspaceVisit, history: History): Html {
  const { length } = deliveriesAmong(history);
  const [first] = history.events;
  if (first === undefined || length === 0 || !may(visit.session, 'redeliver')) return NOTHING;
  const label = length === 1 ? 'Retry its webhook' : `Retry its ${length} webhooks`;
  // The ids of all its deliveries may be more than a form holds.
  const fields = { message: streamId(first.event.stream) };
  return actForm(visit, pathIn(visit.workspace, 'webhooks/again'), label, fields);
}

/** Why a message is not sent yet, in the words of the process that does it; nothing where it is done. */
async function whyWaits({ models, ledger, shared }: ConsoleDependencies, id: string): Promise<Html> {
  const workers = Object.values(WORKERS_OF).flat();
  const indexes = Object.fromEntries(workers.map((worker) => [worker, models[WORK_INDEXES[worker]]]));
  const waits = await whyItWaits(indexes, { ...shared, clock: ledger.clock }, id);
  if (waits.length === 0) return NOTHING;
  return html`<h2>Why it waits</h2>
<ul>${waits.map(({ why, untilMs }) => html`<li>${why}${untilMs !== null && html`; next look not before ${timeOf(instant(untilMs))}`}</li>`)}</ul>`;
}
