import { Type } from 'typebox';
import { notFound } from '../../commands/kernel/refusal.ts';
import { storeText } from '../../commands/kernel/storedText.ts';
import { changeTemplate, createTemplate, deleteTemplate } from '../../commands/template/changeTemplate.ts';
import { refuseFaultyTemplate } from '../../commands/template/templateFaults.ts';
import type { Position } from '../../events/event.ts';
import { template } from '../../events/template.ts';
import { foldedDocument } from '../../follow/fold/foldedDocument.ts';
import { awaitDocument } from '../../follow/reached.ts';
import { listTemplates, templates } from '../../projections/templates.ts';
import { slices } from '../../queues/slices.ts';
import type { ApiDependencies, Routes } from '../dependencies.ts';
import { idParams } from '../fields.ts';
import { operationsOf } from '../operation.ts';
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
import { writtenDocument } from '../writtenDocument.ts';

const read = { scope: 'template:read' } as const;
const write = { scope: 'template:write' } as const;
const operation = operationsOf('Templates');

/** Spec section 4.6. */
export const templateRoutes: Routes = (app, dependencies) => {
  readingRoutes(app, dependencies);
  writingRoutes(app, dependencies);
};

const readingRoutes: Routes = (app, dependencies) => {
  const { ledger, blobs, models } = dependencies;

  app.get(
    '/v1/templates',
    {
      config: read,
      schema: operation('listTemplates', 'List templates', { response: { 200: TemplateList } }),
    },
    (request, reply) =>
      streamedAnswer(
        reply,
        {},
        'data',
        templateAnswers(
          blobs,
          listTemplates(models.templates, request.caller.workspace, slices(ledger.clock)),
        ),
      ),
  );

  app.get(
    '/v1/templates/:id',
    {
      config: read,
      schema: operation('getTemplate', 'Get a template with every revision', {
        params: idParams(),
        response: { 200: TemplateWithRevisions },
      }),
    },
    async (request, reply) => {
      const stored = await storedTemplate(dependencies, request.caller.workspace, request.params.id);
      const answer = await templateAnswer(blobs, stored);
      return streamedAnswer(reply, answer, 'revisions', revisionAnswers(ledger.store, blobs, stored));
    },
  );
};

const writingRoutes: Routes = (app, dependencies) => {
  const { ledger, blobs, models, renderer } = dependencies;

  app.post(
    '/v1/templates',
    {
      config: { ...write, reader: 'template' },
      schema: operation('createTemplate', 'Create a template', {
        body: NewTemplate,
        response: { 201: TemplateAnswer },
      }),
    },
    async (request, reply) => {
      const body = bodyOf(request, 'template');
      const { friendly_name: friendlyName, name, subject, html, text, variables = '{}' } = body;
      const { workspace } = request.caller;
      await refuseFaultyTemplate(renderer, { workspace, parts: templateParts(body) });
      const { templateId, position } = await createTemplate(
        ledger,
        originOf(request),
        friendlyName,
        async () => ({
          name,
          subject,
          html: html === undefined ? null : await storeText(blobs, html),
          text: text === undefined ? null : await storeText(blobs, text),
          variables: await storeText(blobs, variables),
        }),
      );
      const answer = await answerAfter(dependencies, templateId, position);
      return reply.code(201).send(answer);
    },
  );

  app.patch(
    '/v1/templates/:id',
    {
      config: { ...write, reader: 'templateChanges' },
      schema: operation('updateTemplate', 'Change a template; a changed body cuts a revision', {
        params: idParams(),
        body: TemplateChanges,
        response: { 200: TemplateAnswer },
      }),
    },
    async (request) => {
      const { id } = request.params;
      const body = bodyOf(request, 'templateChanges');
      const { workspace } = request.caller;
      await refuseFaultyTemplate(renderer, { workspace, parts: templateParts(body) });
      await storedTemplate(dependencies, workspace, id);
      const changes = await storedFields(blobs, body);
      return answerAfter(dependencies, id, await changeTemplate(ledger, originOf(request), id, changes));
    },
  );

  app.delete(
    '/v1/templates/:id',
    {
      config: write,
      schema: operation('deleteTemplate', 'Delete a template', {
        params: idParams(),
        response: { 204: Type.Null({ description: 'Deleted; what was accepted keeps its revision.' }) },
      }),
    },
    async (request, reply) => {
      const { id } = request.params;
      const position = await deleteTemplate(ledger, originOf(request), id);
      await awaitDocument(models.templates, id, position, ledger.clock);
      return reply.code(204).send(null);
    },
  );
};

/**
 * The template as the log has it: the stream is complete, while the read model may lag.
 * @throws Refusal `notFound`
 */
async function storedTemplate({ ledger: { store } }: ApiDependencies, workspace: string, key: string) {
  const stored = await foldedDocument({ store, projection: templates, stream: template.stream(key), key });
  if (stored?.document.workspace !== workspace) throw notFound('There is no such template.');
  return stored;
}

/** The answer with the template after the event at `position`. */
async function answerAfter(
  { ledger, blobs, models }: ApiDependencies,
  key: string,
  position: Position | null,
) {
  const one = { collection: models.templates, projection: templates, stream: template.stream(key), key };
  return templateAnswer(blobs, await writtenDocument(ledger, one, position, 'template'));
}
