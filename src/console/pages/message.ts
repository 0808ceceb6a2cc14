import { html } from 'hono/html';
import { type History, messageHistory } from '../../audit/history.ts';
import { loadMail, loadText } from '../../commands/kernel/storedText.ts';
import { streamId } from '../../events/category.ts';
import type { RecordedEmailEvent } from '../../events/email.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import { keyReuse } from '../../events/keyReuse.ts';
import type { StoredText } from '../../events/schema.ts';
import type { RecordedSmsEvent } from '../../events/sms.ts';
import type { ShownMail } from '../../ports/mailShower.ts';
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
    const accepted = first.event as RecordedEmailEvent | RecordedSmsEvent;
    const mail =
      accepted.type === 'EmailAccepted' ? await keptMailOf(dependencies, visit, accepted.data) : null;
    const [reused] = await keyReuse.read(dependencies.ledger.store, streamId(first.event.stream));
    const body = html`${aboutOf(visit, accepted, mail)}
${
  reused === undefined
    ? NOTHING
    : html`<p class="warn">Its Idempotency-Key came again with another request, first on ${timeOf(reused.metadata.at)}: that one was answered with this message, and not sent.</p>`
}
<h2>What became of it</h2>
${timelineOf(visit, history)}
${await actsOn(dependencies, visit, history)}
${await contentsOf(dependencies, visit, accepted, mail)}
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
    const data = event?.type === 'EmailAccepted' ? event.data : null;
    const kept = data && (await keptMailOf(dependencies, visit, data))?.html;
    const content = kept || (data?.html && (await textOf(dependencies, data.html)));
    if (!content) throw nothingHere('The message has no html.');
    return sendForeign(reply, content);
  });
};

/** A mail that is sent as it came, read now; null for one that is composed. */
async function keptMailOf(
  { blobs, mails }: ConsoleDependencies,
  { workspace }: WorkspaceVisit,
  { raw }: EmailAccepted,
): Promise<ShownMail | null> {
  if (raw === undefined) return null;
  const failed = (why: string) => ({ text: `The content could not be read${why}`, html: '', files: [] });
  const shown = loadMail(blobs, raw.content).then((bytes) => mails.show(bytes, workspace.id));
  return shown.then((mail) => mail ?? failed('.')).catch((error: Error) => failed(`: ${error.message}`));
}

function aboutOf(
  visit: WorkspaceVisit,
  event: RecordedEmailEvent | RecordedSmsEvent,
  mail: ShownMail | null,
): Html {
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
      Files: (mail?.files ?? data.attachments).map(({ filename, type }) => filename || type).join(', '),
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
  mail: ShownMail | null,
): Promise<Html> {
  if (!may(visit.session, 'contents')) return NOTHING;
  if (event.type === 'SmsAccepted' || event.type === 'SmsReceived')
    return html`<h2>Text</h2><pre>${foreign(event.data.text)}</pre>`;
  if (event.type !== 'EmailAccepted') return NOTHING;
  const { data } = event;
  const text = mail ? mail.text : data.text && (await textOf(dependencies, data.text));
  const hasHtml = mail ? mail.html !== '' : data.html !== null;
  const frame = `${pathIn(visit.workspace, `messages/${visit.params.id}`)}/html`;
  return html`${text ? html`<h2>Text</h2><pre>${foreign(text)}</pre>` : NOTHING}
${!hasHtml ? NOTHING : html`<h2>Html</h2><iframe src="${frame}" sandbox title="The message as html"></iframe>`}`;
}

/** A blob that is gone or damaged leaves the rest of the page. */
async function textOf({ blobs }: ConsoleDependencies, stored: StoredText): Promise<string> {
  return loadText(blobs, stored).catch((error: Error) => `The content could not be read: ${error.message}`);
}
