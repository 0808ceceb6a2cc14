import { createAudience } from '../../commands/email/createAudience.ts';
import { audience } from '../../events/audience.ts';
import type { Stored } from '../../ports/documents.ts';
import { type AudienceDocument, audiences, listAudiences } from '../../projections/audiences.ts';
import { contactsAmong } from '../../projections/contacts.ts';
import type { Routes } from '../dependencies.ts';
import { operationsOf } from '../operation.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import { AudienceAnswer, AudienceList, audienceAnswer, NewAudienceBody } from '../resources/audience.ts';
import { streamedAnswer } from '../streamedAnswer.ts';
import { writtenDocument } from '../writtenDocument.ts';

const operation = operationsOf('Audiences');

/** Spec section 4.4. */
export const audienceRoutes: Routes = (app, { ledger, models }) => {
  app.get(
    '/v1/audiences',
    {
      config: { scope: 'campaign:read' },
      schema: operation('listAudiences', 'List audiences', { response: { 200: AudienceList } }),
    },
    (request, reply) =>
      streamedAnswer(reply, {}, 'data', answers(listAudiences(models.audiences, request.caller.workspace))),
  );

  app.post(
    '/v1/audiences',
    {
      config: { scope: 'campaign:write', reader: 'audience' },
      schema: operation('createAudience', 'Create an audience of up to 100,000 contacts', {
        body: NewAudienceBody,
        response: { 201: AudienceAnswer },
      }),
    },
    async (request, reply) => {
      const { name, description = null, contact_ids: contactIds = [] } = bodyOf(request, 'audience');
      const contactsOf = (workspace: string, ids: readonly string[]) =>
        contactsAmong(models.contacts, workspace, ids);
      const fields = { name, description, contactIds };
      const { audienceId: key, position } = await createAudience(
        ledger,
        contactsOf,
        originOf(request),
        fields,
      );
      const one = { collection: models.audiences, projection: audiences, stream: audience.stream(key), key };
      const stored = await writtenDocument(ledger, one, position, 'audience');
      return reply.code(201).send(audienceAnswer(stored));
    },
  );
};

async function* answers(found: AsyncIterable<readonly Stored<AudienceDocument>[]>) {
  for await (const page of found) yield page.map(audienceAnswer);
}
