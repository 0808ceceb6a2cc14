import { diffLines } from 'diff';
import { html } from 'hono/html';
import { loadTemplateRevision, type TemplateRevision } from '../../commands/template/loadTemplateRevision.ts';
import { RendererBusy } from '../../ports/renderer.ts';
import { listTemplates } from '../../projections/templates.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { addressWith, choice, emptyPage, factsOf, figure, foreign, tableOf, timeOf } from '../elements.ts';
import { sendForeign } from '../files.ts';
import { pathIn } from '../links.ts';
import { firstDocuments, matches, nextLink, partForm } from '../lists.ts';
import { ConsoleFault, type Html, may, NOTHING, nothingHere, ownOf, type WorkspaceVisit } from '../page.ts';
import type { AddPages } from '../routes.ts';

const SHOWN = 200;
const FORMATS = ['html', 'text'] as const;
/** Two texts of 64 KB without a line in common would take seconds. */
const LONGEST_MS = 200;

/** Templates: their revisions, what one changed, and a preview with variables. */
export const templatePages: AddPages = (routes, dependencies) => {
  const { models } = dependencies;
  routes.workspacePage('templates', 'see', async (visit) => {
    const { workspace, session, query } = visit;
    const first = () => firstDocuments(listTemplates(models.templates, workspace.id), SHOWN);
    const { shown, says, next } = query.find
      ? await matches(models, models.templates, 'templates', visit, SHOWN)
      : { shown: await first(), says: null, next: null };
    const body = html`${partForm(visit, 'Part of a name or subject')}${says}${tableOf<(typeof shown)[number]>(
      query.find ? 'Found' : `The first ${SHOWN}, the last changed first`,
      {
        Name: ({ key, document: { friendlyName } }) =>
          may(session, 'contents')
            ? html`<a href="${pathIn(workspace, `templates/${key}`)}">${friendlyName}</a>`
            : friendlyName,
        Title: ({ document }) => document.name,
        Revision: figure(({ document }) => document.revision),
        Changed: ({ document }) => timeOf(document.updatedAt),
      },
      shown,
      query.find
        ? 'There is no such template.'
        : emptyPage(
            'A template is what messages are made of with variables, in Liquid; each change is a revision. They come by calls or from another provider:',
            `postledger import templates templates.json --workspace ${workspace.name}`,
          ),
    )}${nextLink(visit, next)}`;
    return { title: 'Templates', body };
  });

  routes.workspacePage('templates/:id', 'contents', async (visit) => {
    const asked = await askedRevisions(dependencies, visit);
    const { workspace, query } = visit;
    const { document, from, to } = asked;
    const revisions = Object.fromEntries(
      Array.from({ length: document.revision }, (_, at) => [at + 1, String(at + 1)]),
    );
    const body = html`${factsOf({
      Name: document.friendlyName,
      Title: document.name,
      Id: visit.params.id ?? '',
      Created: timeOf(document.createdAt),
      Changed: timeOf(document.updatedAt),
      'Sent with it': html`<a href="${pathIn(workspace, 'messages')}?find=${visit.params.id}">messages</a>`,
    })}
<form class="row" method="get">${choice('What revision', 'to', revisions, String(to))}
${choice('changed since', 'from', revisions, String(from))}
<div><label for="variables">Preview with variables (JSON)</label><textarea id="variables" name="variables" rows="3" cols="40" maxlength="6000">${query.variables ?? ''}</textarea></div>
<button>Show</button></form>
${await changesOf(asked)}
<h2>Preview of revision ${to}</h2>
${await previewOf(dependencies, visit, asked)}`;
    return { title: `Template ${document.friendlyName}`, body };
  });

  routes.workspaceFile('templates/:id/html', 'contents', async (visit, reply) => {
    const asked = await askedRevisions(dependencies, visit);
    const markup = (await rendered(dependencies, visit, asked)).parts?.html;
    if (markup === undefined) throw nothingHere('This revision has no html that can be shown.');
    return sendForeign(reply, markup);
  });
};

/** The revisions of a template that a query asks for, and how one is read. */
async function askedRevisions({ models, ledger, blobs }: ConsoleDependencies, visit: WorkspaceVisit) {
  const { key, document } = await ownOf(models.templates, visit, 'template', visit.params.id);
  const revision = (text: string | undefined, otherwise: number) => {
    const number = text === undefined ? otherwise : Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= document.revision) return number;
    throw new ConsoleFault(400, `The template has no revision ${text}: it has ${document.revision}.`);
  };
  const read = async (number: number): Promise<TemplateRevision> => {
    const found = await loadTemplateRevision({ store: ledger.store, blobs }, key, number);
    if (found === null) throw nothingHere(`The template has no revision ${number}.`);
    return found;
  };
  const to = revision(visit.query.to, document.revision);
  return { document, to, from: revision(visit.query.from, Math.max(1, to - 1)), read };
}

type Asked = Awaited<ReturnType<typeof askedRevisions>>;

async function changesOf({ from, to, read }: Asked): Promise<Html> {
  if (from === to) return NOTHING;
  const [before, after] = await Promise.all([read(from), read(to)]);
  return html`<h2>What changed from revision ${from} to ${to}</h2>
${differenceOf('Subject', before.subject, after.subject)}
${FORMATS.map((format) => differenceOf(format, before[format], after[format]))}`;
}

/** How a text became another one, line by line. Null is a text that there is not. */
function differenceOf(name: string, before: string | null, after: string | null): Html {
  if (before === after) return html`<h3>${name}</h3><p class="quiet">The same.</p>`;
  const changes = diffLines(before ?? '', after ?? '', { timeout: LONGEST_MS });
  if (changes === undefined)
    return html`<h3>${name}</h3><p>Too much of it is different to be shown line by line.</p>`;
  return html`<h3>${name}</h3><pre class="difference">${changes.map(({ added, removed, value }) => {
    if (added) return html`<ins>${value}</ins>`;
    return removed ? html`<del>${value}</del>` : value;
  })}</pre>`;
}

/** The parts of the revision with the variables that were given, by name, or why there are none. */
async function rendered(
  { renderer }: ConsoleDependencies,
  { workspace, query }: WorkspaceVisit,
  { to, read }: Asked,
): Promise<{ readonly parts?: Readonly<Record<string, string>>; readonly fault?: Html | string }> {
  const { subject, defaults, ...formats } = await read(to);
  const given = variablesIn(query.variables ?? '');
  if (given === null) return { fault: 'The variables are no JSON object.' };
  const sources = [
    { name: 'subject', source: subject, escape: false },
    ...FORMATS.flatMap((name) => {
      const source = formats[name];
      return source === null ? [] : { name, source, escape: name === 'html' };
    }),
  ];
  const request = { workspace: workspace.id, parts: sources, variables: [defaults, given] };
  const outcome = await renderer.render(request).catch((error: unknown) => {
    if (error instanceof RendererBusy) throw new ConsoleFault(503, 'Templates are busy: try again.');
    throw error;
  });
  if (outcome.outcome === 'rendered') return outcome;
  return { fault: html`The ${outcome.part} can't be rendered: ${outcome.reason}.` };
}

function variablesIn(text: string): Readonly<Record<string, unknown>> | null {
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

async function previewOf(
  dependencies: ConsoleDependencies,
  visit: WorkspaceVisit,
  asked: Asked,
): Promise<Html> {
  const { parts, fault } = await rendered(dependencies, visit, asked);
  if (parts === undefined) return html`<p class="bad" role="alert">${fault}</p>`;
  const { subject = '', text, html: markup } = parts;
  const frame = addressWith(visit, {}, pathIn(visit.workspace, `templates/${visit.params.id}/html`));
  return html`${factsOf({ Subject: subject })}
${text !== undefined && html`<h3>Text</h3><pre>${foreign(text)}</pre>`}
${markup !== undefined && html`<h3>Html</h3><iframe src="${frame}" sandbox title="The preview as html"></iframe>`}`;
}
