import { html } from 'hono/html';
import { loadTemplateRevision, type TemplateRevision } from '../../commands/template/loadTemplateRevision.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import type { Stored } from '../../ports/documents.ts';
import { RendererBusy, type RenderOutcome } from '../../ports/renderer.ts';
import { listTemplates, type TemplateDocument } from '../../projections/templates.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { differenceOf } from '../differences.ts';
import { addressWith, choice, emptyPage, factsOf, foreign, tableOf, timeOf } from '../elements.ts';
import { sendForeign } from '../frames.ts';
import { pathIn } from '../layout.ts';
import {
  ConsoleFault,
  type Html,
  NOTHING,
  nothingHere,
  type Workspace,
  type WorkspaceVisit,
} from '../page.ts';
import { matches, partForm } from '../parts.ts';
import { may } from '../roles.ts';
import type { AddPages } from '../routes.ts';

const SHOWN = 200;
const FORMATS = ['html', 'text'] as const;

/** Templates: their revisions, what one changed, and a preview with variables. */
export const templatePages: AddPages = (routes, dependencies) => {
  const { models } = dependencies;
  routes.workspacePage('templates', 'see', async (visit) => {
    const { workspace, session, query } = visit;
    const { shown, says, more } = query.find
      ? await matches(models, models.templates, 'templates', visit, SHOWN)
      : { shown: await firstTemplates(models, workspace), says: NOTHING, more: NOTHING };
    const body = html`${partForm(visit, 'Part of a name or subject')}${says}${tableOf(
      query.find ? 'Found' : `The first ${SHOWN}, the last changed first`,
      [
        {
          heading: 'Name',
          of: ({ key, document }) =>
            may(session, 'contents')
              ? html`<a href="${pathIn(workspace, `templates/${key}`)}">${document.friendlyName}</a>`
              : document.friendlyName,
        },
        { heading: 'Title', of: ({ document }) => document.name },
        { heading: 'Revision', isNumber: true, of: ({ document }) => document.revision },
        { heading: 'Changed', of: ({ document }) => timeOf(document.updatedAt) },
      ],
      shown,
      query.find
        ? 'There is no such template.'
        : emptyPage(
            'A template is what messages are made of with variables, in Liquid; each change is a revision. They come by calls or from another provider:',
            `postledger import templates templates.json --workspace ${workspace.name}`,
          ),
    )}${more}`;
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
${await changesOf(dependencies, visit, asked)}
<h2>Preview of revision ${to}</h2>
${await previewOf(dependencies, visit, asked)}`;
    return { title: `Template ${document.friendlyName}`, body };
  });

  routes.workspaceFile('templates/:id/html', 'contents', async (visit, reply) => {
    const asked = await askedRevisions(dependencies, visit);
    const { outcome } = await rendered(dependencies, visit, asked);
    const markup = outcome?.outcome === 'rendered' ? outcome.parts.html : undefined;
    if (markup === undefined) throw nothingHere('This revision has no html that can be shown.');
    return sendForeign(reply, markup);
  });
};

async function firstTemplates({ templates }: ConsoleDependencies['models'], { id }: Workspace) {
  const shown: Stored<TemplateDocument>[] = [];
  for await (const page of listTemplates(templates, id)) {
    shown.push(...page.slice(0, SHOWN - shown.length));
    if (shown.length >= SHOWN) break;
  }
  return shown;
}

interface AskedRevisions {
  readonly document: TemplateDocument;
  readonly from: number;
  readonly to: number;
}

async function askedRevisions(
  { models }: ConsoleDependencies,
  { workspace, params, query }: WorkspaceVisit,
): Promise<AskedRevisions> {
  const { id = '' } = params;
  const document = isUuid(id) ? ((await models.templates.get(id))?.document ?? null) : null;
  if (document?.workspace !== workspace.id) throw nothingHere(`The workspace has no template ${id}.`);
  const revision = (text: string | undefined, otherwise: number) => {
    const number = text === undefined ? otherwise : Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= document.revision) return number;
    throw new ConsoleFault(400, `The template has no revision ${text}: it has ${document.revision}.`);
  };
  const to = revision(query.to, document.revision);
  return { document, to, from: revision(query.from, Math.max(1, to - 1)) };
}

async function revisionOf(
  { ledger: { store }, blobs }: ConsoleDependencies,
  { params }: WorkspaceVisit,
  number: number,
): Promise<TemplateRevision> {
  const revision = await loadTemplateRevision({ store, blobs }, params.id ?? '', number);
  if (revision === null) throw nothingHere(`The template has no revision ${number}.`);
  return revision;
}

async function changesOf(
  dependencies: ConsoleDependencies,
  visit: WorkspaceVisit,
  { from, to }: AskedRevisions,
): Promise<Html> {
  if (from === to) return NOTHING;
  const [before, after] = await Promise.all([from, to].map((one) => revisionOf(dependencies, visit, one)));
  if (before === undefined || after === undefined) return NOTHING;
  return html`<h2>What changed from revision ${from} to ${to}</h2>
${differenceOf('Subject', before.subject, after.subject)}
${FORMATS.map((format) => differenceOf(format, before[format], after[format]))}`;
}

/** `fault`: what is wrong with the variables that were given. */
async function rendered(
  dependencies: ConsoleDependencies,
  visit: WorkspaceVisit,
  { to }: AskedRevisions,
): Promise<{ readonly outcome: RenderOutcome | null; readonly fault: string | null }> {
  const { subject, defaults, ...formats } = await revisionOf(dependencies, visit, to);
  const given = variablesIn(visit.query.variables ?? '');
  if (given === null) return { outcome: null, fault: 'The variables are no JSON object.' };
  const parts = [
    { name: 'subject', source: subject, escape: false },
    ...FORMATS.flatMap((name) => {
      const source = formats[name];
      return source === null ? [] : { name, source, escape: name === 'html' };
    }),
  ];
  const request = { workspace: visit.workspace.id, parts, variables: [defaults, given] };
  const outcome = await dependencies.renderer.render(request).catch((error: unknown) => {
    if (error instanceof RendererBusy) throw new ConsoleFault(503, 'Templates are busy: try again.');
    throw error;
  });
  return { outcome, fault: null };
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
  asked: AskedRevisions,
): Promise<Html> {
  const { outcome, fault } = await rendered(dependencies, visit, asked);
  if (outcome === null) return html`<p class="bad" role="alert">${fault}</p>`;
  if (outcome.outcome !== 'rendered')
    return html`<p class="bad" role="alert">The ${outcome.part} can't be rendered: ${outcome.reason}.</p>`;
  const { subject = '', text, html: markup } = outcome.parts;
  const frame = addressWith(
    { ...visit, url: pathIn(visit.workspace, `templates/${visit.params.id}/html`) },
    {},
  );
  return html`${factsOf({ Subject: subject })}
${text === undefined ? NOTHING : html`<h3>Text</h3><pre>${foreign(text)}</pre>`}
${markup === undefined ? NOTHING : html`<h3>Html</h3><iframe src="${frame}" sandbox title="The preview as html"></iframe>`}`;
}
