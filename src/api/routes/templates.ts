import { Type } from 'typebox';
import { notFound } from '../../commands/kernel/refusal.ts';
import { storeText } from '../../commands/kernel/storedText.ts';
import { changeTemplate, createTemplate, deleteTemplate } from '../../commands/template/changeTemplate.ts';
import { refuseFaultyTemplate } from '../../commands/template/templateFaults.ts';
import type { Position } from '../../events/event.ts';
import { template } from '../../events/template.ts';
import { listTemplates, templates } from '../../projections/templates.ts';
import { awaitDocument } from '../../runtime/fold/awaitDocument.ts';
import { foldedDocument, freshDocument } from '../../runtime/fold/freshDocument.ts';
import type { ApiContext, Routes } from '../context.ts';
import { idParams } from '../fields.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import {
  NewTemplate,
  revisionAnswers,
  storedFields,
  TemplateAnswer,
  TemplateChanges,
  TemplateList,
  TemplateWithRevisions,
  templateAnswer,
  templateAnswers,
  templateParts,
} from '../resources/template.ts';
import { streamedAnswer } from '../streamedAnswer.ts';
import { templateEvents } from '../templateEvents.ts';

const read = { scope: 'template:read' } as const;
const write = { scope: 'template:write' } as const;
const tags = ['Templates'];

/** Spec section 4.6. */
export const templateRoutes: Routes = (app, context) => {
  readingRoutes(app, context);
  writingRoutes(app, context);
};

const readingRoutes: Routes = (app, { ledger, blobs, models }) => {
  app.get(
    '/v1/templates',
    { config: read, schema: { tags, summary: 'List templates', response: { 200: TemplateList } } },
    (request, reply) =>
      streamedAnswer(
        reply,
        {},
        'data',
        templateAnswers(blobs, listTemplates(models.templates, request.caller.workspace)),
      ),
  );

  app.get(
    '/v1/templates/:id',
    {
      config: read,
      schema: {
        tags,
        summary: 'Get a template with every revision',
        params: idParams(),
        response: { 200: TemplateWithRevisions },
      },
    },
    async (request, reply) => {
      // The stream is the only place where all revisions are, and it is never behind.
      const { id } = request.params;
      const stored = await foldedDocument({ ...streamOf(id), store: ledger.store, projection: templates });
      if (stored?.document.workspace !== request.caller.workspace)
        throw notFound('There is no such template.');
      const answer = await templateAnswer(blobs, stored);
      const events = templateEvents(ledger.store, id, stored.position);
      return streamedAnswer(reply, answer, 'revisions', revisionAnswers(blobs, events));
    },
  );
};

const writingRoutes: Routes = (app, context) => {
  const { ledger, blobs, models, renderer } = context;

  app.post(
    '/v1/templates',
    {
      config: { ...write, reader: 'template' },
      schema: { tags, summary: 'Create a template', body: NewTemplate, response: { 201: TemplateAnswer } },
    },
    async (request, reply) => {
      const body = bodyOf(request, 'template');
      const { friendly_name: friendlyName, name, subject, html, text, variables = '{}' } = body;
      const { workspace } = request.caller;
      await refuseFaultyTemplate(renderer, { workspace, parts: templateParts(body) });
      const created = await createTemplate(ledger, originOf(request), friendlyName, async () => ({
        name,
        subject,
        html: html === undefined ? null : await storeText(blobs, html),
        text: text === undefined ? null : await storeText(blobs, text),
        variables: await storeText(blobs, variables),
      }));
      reply.code(201);
      return current(context, created.templateId, created.position);
    },
  );

  app.patch(
    '/v1/templates/:id',
    {
      config: { ...write, reader: 'templateChanges' },
      schema: {
        tags,
        summary: 'Change a template; a changed body cuts a revision',
        params: idParams(),
        body: TemplateChanges,
        response: { 200: TemplateAnswer },
      },
    },
    async (request) => {
      const { id } = request.params;
      const body = bodyOf(request, 'templateChanges');
      const before = await foldedDocument({ ...streamOf(id), store: ledger.store, projection: templates });
      if (before?.document.workspace !== request.caller.workspace)
        throw notFound('There is no such template.');
      const { workspace } = request.caller;
      await refuseFaultyTemplate(renderer, { workspace, parts: templateParts(body) });
      const changes = await storedFields(blobs, body);
      return current(context, id, await changeTemplate(ledger, originOf(request), id, changes));
    },
  );

  app.delete(
    '/v1/templates/:id',
    {
      config: write,
      schema: {
        tags,
        summary: 'Delete a template',
        params: idParams(),
        response: { 204: Type.Null({ description: 'Deleted; what was accepted keeps its revision.' }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const position = await deleteTemplate(ledger, originOf(request), id);
      await awaitDocument(models.templates, id, position, ledger.clock);
      return reply.code(204).send(null);
    },
  );
};

/** The template as it stands after what was appended at `position`. */
async function current({ ledger, blobs, models }: ApiContext, id: string, position: Position | null) {
  const one = { ...streamOf(id), store: ledger.store, projection: templates };
  const stored =
    position === null
      ? await foldedDocument(one)
      : await freshDocument({ ...one, collection: models.templates }, position, ledger.clock);
  if (stored === null) throw notFound('There is no such template.');
  return templateAnswer(blobs, stored);
}

const streamOf = (id: string) => ({ stream: template.stream(id), key: id });
