import { html } from 'hono/html';
import type { RecordedAcceptance, RecordedEmailEvent } from '../../events/email.ts';
import { foreign } from '../elements.ts';
import { sendFile, sendForeign, sendMade } from '../files.ts';
import { pathIn } from '../links.ts';
import { madeAgain, seenMail } from '../mailAgain.ts';
import { nothingHere, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';
import { historyFor } from './message.ts';

/** Bytes of a mail that its page of the source shows. */
const SOURCE_BYTES = 200_000;

/** What the page of a message shows and hands out of its mail, for those who may see contents. */
export const mailPages: AddPages = (routes, dependencies) => {
  const acceptedFor = async (visit: WorkspaceVisit): Promise<RecordedAcceptance> => {
    const [first] = (await historyFor(dependencies.ledger, visit.workspace, visit.params.id)).events;
    const event = first?.event as RecordedEmailEvent | undefined;
    if (event?.type !== 'EmailAccepted') throw nothingHere('The message is no mail.');
    return event;
  };
  const rawFor = async (visit: WorkspaceVisit): Promise<Buffer> => {
    const { raw, why } = await madeAgain(dependencies, await acceptedFor(visit));
    if (raw === null) throw nothingHere(why ?? '');
    return raw;
  };
  routes.workspaceFile('messages/:id/html', 'contents', async (visit, reply) => {
    const { shown, why } = await seenMail(dependencies, visit, await acceptedFor(visit));
    if (!shown?.html) throw nothingHere(why ?? 'The message has no html.');
    return sendForeign(reply, shown.framed.html);
  });
  routes.workspaceFile('messages/:id/eml', 'contents', async (visit, reply) =>
    sendMade(reply, 'message/rfc822', `message-${visit.params.id}.eml`, await rawFor(visit)),
  );
  routes.workspaceFile('messages/:id/files/:place', 'contents', async (visit, reply) => {
    const raw = await rawFor(visit);
    const { place = '' } = visit.params;
    const isPlace = /^\d{1,5}$/.test(place);
    const file = isPlace ? await dependencies.mails.file(raw, visit.workspace.id, Number(place)) : null;
    if (file === null) throw nothingHere(`The message has no file ${place}, or its parts cannot be read.`);
    return sendFile(reply, file);
  });
  routes.workspacePage('messages/:id/source', 'contents', async (visit) => {
    const raw = await rawFor(visit);
    const path = pathIn(visit.workspace, `messages/${visit.params.id}`);
    const more = raw.length - SOURCE_BYTES;
    const body = html`<p class="quiet">Composed again, as on <a href="${path}">the page of the message</a>: without what belongs to one recipient alone, and not signed.</p>
<p><a href="${path}/eml" download>Download .eml</a></p>
<pre>${foreign(raw.subarray(0, SOURCE_BYTES).toString().replaceAll('\r\n', '\n'))}</pre>
${more > 0 && html`<p class="quiet">${more} more bytes are in the .eml.</p>`}`;
    return { title: 'Source of a message', body };
  });
};
