import { html } from 'hono/html';
import { type History, messageHistory } from '../../audit/history.ts';
import { streamId } from '../../events/category.ts';
import type { RecordedEmailEvent } from '../../events/email.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import { keyReuse } from '../../events/keyReuse.ts';
import type { RecordedSmsEvent } from '../../events/sms.ts';
import { badgesOf } from '../badges.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { factsOf, foreign, timeOf } from '../elements.ts';
import { pathIn } from '../layout.ts';
import { addressLink, addressLinks } from '../links.ts';
import { mailSection, type SeenMail, seenMail } from '../mailAgain.ts';
import { actsOn } from '../messageActs.ts';
import { campaignNames, idOf, keyActors, named, templateNames } from '../names.ts';
import { partOf } from '../notAsked.ts';
import { type Html, NOTHING, nothingHere, type WorkspaceVisit } from '../page.ts';
import { waysOf } from '../recipientWays.ts';
import { may } from '../roles.ts';
import type { AddPages } from '../routes.ts';
import { suppressedAtAcceptance } from '../suppressed.ts';
import { timelineOf } from '../timeline.ts';
import { whyWaits } from '../whyWaits.ts';

/** The history of the message that the address names; 404 where the workspace has none. */
export async function historyFor(
  { ledger }: ConsoleDependencies,
  { workspace, params }: WorkspaceVisit,
): Promise<History> {
  const { id = '' } = params;
  const history = isUuid(id) ? await messageHistory(ledger.store, id.toLowerCase()) : null;
  if (history?.workspace !== workspace.id) throw nothingHere(`The workspace has no message ${id}.`);
  return history;
}

/** One message: who and what, what its receiver saw, the way of each recipient, and the timeline with its webhooks. */
export const messagePages: AddPages = (routes, dependencies) => {
  routes.workspacePage('messages/:id', 'see', async (visit) => {
    const history = await historyFor(dependencies, visit);
    const [first] = history.events;
    if (first === undefined) throw nothingHere('The message has no events.');
    const accepted = first.event as RecordedEmailEvent | RecordedSmsEvent;
    const mail = accepted.type === 'EmailAccepted' ? await seenMail(dependencies, visit, accepted) : null;
    const [reused] = await keyReuse.read(dependencies.ledger.store, streamId(first.event.stream));
    const body = html`${await aboutOf(dependencies, visit, accepted, mail)}
${
  reused === undefined
    ? NOTHING
    : html`<p class="warn">Its Idempotency-Key came again with another request, first on ${timeOf(reused.metadata.at)}: that one was answered with this message, and not sent.</p>`
}
${
  accepted.type === 'EmailAccepted'
    ? html`${await partOf('Who is suppressed', () => suppressedAtAcceptance(dependencies, visit, accepted))}
${mail !== null && may(visit.session, 'contents') ? mailSection(visit, accepted, mail) : NOTHING}
${waysOf(visit, accepted, history)}`
    : smsTextOf(visit, accepted)
}
${await partOf('Why it waits', () => whyWaits(dependencies, streamId(first.event.stream)))}
<h2>What became of it</h2>
${timelineOf(visit, history, await keyActors(dependencies.models, actorsIn(history)))}
${await actsOn(dependencies, visit, history)}
${
  may(visit.session, 'log')
    ? html`<p><a href="${pathIn(visit.workspace, 'log')}?${new URLSearchParams({ stream: first.event.stream })}">The events themselves</a></p>`
    : NOTHING
}`;
    return { title: history.kind === 'email' ? 'Email' : 'SMS', body };
  });
};

const actorsIn = ({ events }: History) => events.map(({ event }) => event.metadata.actor);

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
    const templates = template && (await templateNames(models, [template.templateId]));
    const campaigns = campaign && (await campaignNames(models, [campaign.campaignId]));
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
        html`${named(templates ?? new Map(), template.templateId, `${templatePath}?to=${template.revision}`)}, revision ${template.revision}`,
      Campaign:
        campaign &&
        named(
          campaigns ?? new Map(),
          campaign.campaignId,
          pathIn(workspace, `campaigns/${campaign.campaignId}`),
        ),
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
