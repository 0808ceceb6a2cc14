import { html } from 'hono/html';
import { type History, messageHistory } from '../../audit/history.ts';
import { loadText } from '../../commands/kernel/storedText.ts';
import type { RecordedEmailEvent } from '../../events/email.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import type { StoredText } from '../../events/schema.ts';
import type { RecordedSmsEvent } from '../../events/sms.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { factsOf, foreign, timeOf } from '../elements.ts';
import { sendForeign } from '../frames.ts';
import { pathIn } from '../layout.ts';
import { addressLink } from '../links.ts';
import { actsOn } from '../messageActs.ts';
import { type Html, NOTHING, nothingHere, type WorkspaceVisit } from '../page.ts';
import { may } from '../roles.ts';
import type { AddPages } from '../routes.ts';
import { timelineOf } from '../timeline.ts';

/** One message: who and what, the timeline with its webhooks, and what was sent. */
export const messagePages: AddPages = (routes, dependencies) => {
  const historyFor = async ({ workspace, params }: WorkspaceVisit): Promise<History> => {
    const { id = '' } = params;
    const history = isUuid(id) ? await messageHistory(dependencies.ledger.store, id.toLowerCase()) : null;
    if (history?.workspace !== workspace.id) throw nothingHere(`The workspace has no message ${id}.`);
    return history;
  };
  routes.workspacePage('messages/:id', 'see', async (visit) => {
    const history = await historyFor(visit);
    const [first] = history.events;
    if (first === undefined) throw nothingHere('The message has no events.');
    const body = html`${aboutOf(visit, first.event as RecordedEmailEvent | RecordedSmsEvent)}
<h2>What became of it</h2>
${timelineOf(visit, history)}
${await actsOn(dependencies, visit, history)}
${await contentsOf(dependencies, visit, first.event as RecordedEmailEvent | RecordedSmsEvent)}
${
  may(visit.session, 'log')
    ? html`<p><a href="${pathIn(visit.workspace, 'log')}?${new URLSearchParams({ stream: first.event.stream })}">The events themselves</a></p>`
    : NOTHING
}`;
    return { title: history.kind === 'email' ? 'Email' : 'SMS', body };
  });
  routes.workspaceFile('messages/:id/html', 'contents', async (visit, reply) => {
    const [first] = (await historyFor(visit)).events;
    const event = first?.event as RecordedEmailEvent | undefined;
    const content = event?.type === 'EmailAccepted' ? event.data.html : null;
    if (content === null || content === undefined) throw nothingHere('The message has no html.');
    return sendForeign(reply, await textOf(dependencies, content));
  });
};

function aboutOf(visit: WorkspaceVisit, event: RecordedEmailEvent | RecordedSmsEvent): Html {
  const { workspace, params } = visit;
  const id = params.id ?? '';
  const links = (addresses: readonly string[]): Html | null =>
    addresses.length === 0
      ? null
      : html`${addresses.map((address, at) => html`${at === 0 ? '' : ', '}${addressLink(workspace, address)}`)}`;
  if (event.type === 'EmailAccepted') {
    const { data } = event;
    return factsOf({
      Id: id,
      From: data.from,
      To: links(data.to),
      Cc: links(data.cc),
      Bcc: links(data.bcc),
      Subject: data.subject,
      Template:
        data.template &&
        html`<a href="${pathIn(workspace, `templates/${data.template.templateId}`)}?to=${data.template.revision}">${data.template.templateId}</a>, revision ${data.template.revision}`,
      Campaign:
        data.campaign &&
        html`<a href="${pathIn(workspace, 'messages')}?find=${data.campaign.campaignId}">${data.campaign.campaignId}</a>`,
      Tags: data.tags.join(', '),
      Stream: data.messageStream,
      'Planned for': timeOf(data.scheduledFor),
      Files: data.attachments.map(({ filename }) => filename).join(', '),
      Suppressed: data.suppressedRecipients.join(', '),
      Credits: data.credits,
    });
  }
  if (event.type !== 'SmsAccepted' && event.type !== 'SmsReceived') return NOTHING;
  const { from, to, segments } = event.data;
  return factsOf({
    Id: id,
    From: from,
    To: addressLink(workspace, to),
    Segments: segments,
  });
}

/** What was sent, for those who may see it: of a template the text with its placeholders. */
async function contentsOf(
  dependencies: ConsoleDependencies,
  visit: WorkspaceVisit,
  event: RecordedEmailEvent | RecordedSmsEvent,
): Promise<Html> {
  if (!may(visit.session, 'contents')) return NOTHING;
  if (event.type === 'SmsAccepted' || event.type === 'SmsReceived')
    return html`<h2>Text</h2><pre>${foreign(event.data.text)}</pre>`;
  if (event.type !== 'EmailAccepted') return NOTHING;
  const { text, html: markup } = event.data;
  const frame = `${pathIn(visit.workspace, `messages/${visit.params.id}`)}/html`;
  return html`${text === null ? NOTHING : html`<h2>Text</h2><pre>${foreign(await textOf(dependencies, text))}</pre>`}
${markup === null ? NOTHING : html`<h2>Html</h2><iframe src="${frame}" sandbox title="The message as html"></iframe>`}`;
}

/** A blob that is gone or damaged leaves the rest of the page. */
async function textOf({ blobs }: ConsoleDependencies, stored: StoredText): Promise<string> {
  return loadText(blobs, stored).catch((error: Error) => `The content could not be read: ${error.message}`);
}
