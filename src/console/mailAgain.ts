import { hash } from 'node:crypto';
import { html } from 'hono/html';
import type { RecordedAcceptance } from '../events/email.ts';
import type { ShownMail } from '../ports/mailShower.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { factsOf, figure, foreign, tableOf } from './elements.ts';
import { pathIn } from './links.ts';
import { type Html, NOTHING, type WorkspaceVisit } from './page.ts';

/** A mail as it can be made now; each part is null where that cannot be, and `why` says so. */
export interface SeenMail {
  readonly subject: string | null;
  readonly raw: Buffer | null;
  readonly shown: ShownMail | null;
  readonly why: string | null;
}

/** Characters of a text on a page. The rest is in the file. */
const SHOWN_CHARACTERS = 100_000;
const NONE: SeenMail = { subject: null, raw: null, shown: null, why: null };

/** Makes a mail again. What is missing, damaged or cannot be rendered is said in `why`, and fails no page. */
export async function madeAgain(
  { again }: ConsoleDependencies,
  accepted: RecordedAcceptance,
): Promise<SeenMail> {
  try {
    const mail = await again.mail(accepted);
    if (mail.is === 'made') return { ...NONE, subject: mail.subject, raw: mail.raw };
    const next = mail.is === 'busy' ? 'Open the page again in a moment' : 'So it is not sent';
    return { ...NONE, why: `It cannot be rendered: ${mail.reason}. ${next}.` };
  } catch (error) {
    return { ...NONE, why: `Its contents cannot be read: ${(error as Error).message}.` };
  }
}

/** The same as a reader shows it, read in a thread that may take some seconds. */
export async function seenMail(
  dependencies: ConsoleDependencies,
  { workspace }: WorkspaceVisit,
  accepted: RecordedAcceptance,
): Promise<SeenMail> {
  const made = await madeAgain(dependencies, accepted);
  if (made.raw === null) return made;
  const shown = await dependencies.mails.show(made.raw, workspace.id).catch(() => null);
  const why = 'Its parts cannot be shown: they are damaged, or too much to read in ten seconds.';
  return shown === null ? { ...made, why } : { ...made, shown };
}

/** How it was made, and what is not in it. */
function originOf({ template, raw }: RecordedAcceptance['data']): string {
  const from =
    raw !== undefined
      ? 'from the bytes that were submitted'
      : template === null
        ? 'from what was accepted'
        : `from revision ${template.revision} of its template and its variables`;
  return `Rendered again, ${from}. Here and in the file it has no picture that counts openings, links lead to their targets, and the recipient's own link and fields to unsubscribe are left out; it is not signed.`;
}

/** The mail as its receiver saw it, for those who may see contents. */
export function mailSection(visit: WorkspaceVisit, { data }: RecordedAcceptance, mail: SeenMail): Html {
  const path = pathIn(visit.workspace, `messages/${visit.params.id}`);
  const { raw, shown, subject, why } = mail;
  const made = html`<p class="quiet">${originOf(data)}</p>
${raw && factsOf({ Subject: subject, 'SHA-256 of this one': hash('sha256', raw) })}
<p><a href="${path}/eml" download>Download .eml</a> · <a href="${path}/source">Source</a></p>`;
  return html`<h2>As its receiver saw it</h2>
${why !== null && html`<p class="warn" role="status">${foreign(why)}</p>`}
${raw && made}
${shown && partsOf(path, shown)}`;
}

function partsOf(path: string, { fields, text, html: markup, framed, files }: ShownMail): Html {
  const placed = files.map((file, place) => ({ ...file, place }));
  const filesTable = tableOf<(typeof placed)[number]>(
    'Files, which the .eml holds',
    {
      Name: ({ filename, place }) =>
        html`<a href="${path}/files/${place}" download>${foreign(filename || 'without a name')}</a>`,
      Type: ({ type }) => type,
      Bytes: figure(({ bytes }) => bytes),
    },
    placed,
  );
  return html`${markup !== '' && html`<h3>Html</h3>${leftOut(framed)}<iframe src="${path}/html" sandbox title="The message as html"></iframe>`}
${text !== '' && html`<h3>Text</h3><pre>${foreign(shortened(text))}</pre>`}
<details><summary>Header</summary>${tableOf(
    'Fields of the header, decoded',
    { Field: ({ name }) => name, Value: ({ value }) => shortened(value) },
    fields,
    'It has none.',
  )}</details>
${files.length > 0 && html`<h3>Files</h3>${filesTable}`}`;
}

function leftOut({ remote, missing }: ShownMail['framed']): Html {
  const says = [
    remote > 0 && `${remote} of its pictures, styles and other parts lie elsewhere and are left out`,
    missing > 0 && `${missing} of its own pictures are left out: they are missing, no pictures, or too large`,
  ].filter((one) => one !== false);
  return says.length === 0
    ? NOTHING
    : html`<p class="quiet">${says.join('. ')}. Nothing is loaded from elsewhere.</p>`;
}

function shortened(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}\n… ${text.length - SHOWN_CHARACTERS} more characters are in the .eml.`;
}
