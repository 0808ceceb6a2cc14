import { createAudience } from '../../commands/email/createAudience.ts';
import { notFound } from '../../commands/kernel/refusal.ts';
import { audience } from '../../events/audience.ts';
import type { Stored } from '../../ports/documents.ts';
import { type AudienceDocument, audiences, listAudiences } from '../../projections/audiences.ts';
import { contactsAmong } from '../../projections/contacts.ts';
import { freshDocument } from '../../runtime/fold/freshDocument.ts';
import type { Routes } from '../context.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import { AudienceAnswer, AudienceList, audienceAnswer, NewAudienceBody } from '../resources/audience.ts';
import { streamedAnswer } from '../streamedAnswer.ts';

const tags = ['Audiences'];

/** Spec section 4.4. */
export const audienceRoutes: Routes = (app, { ledger, models }) => {
  app.get(
    '/v1/audiences',
    {
      config: { scope: 'campaign:read' },
      schema: { tags, summary: 'List audiences', response: { 200: AudienceList } },
    },
    (request, reply) =>
      streamedAnswer(reply, {}, 'data', answers(listAudiences(models.audiences, request.caller.workspace))),
  );

  app.post(
    '/v1/audiences',
    {
      config: { scope: 'campaign:write', reader: 'audience' },
      schema: {
        tags,
        summary: 'Create an audience of up to 100,000 contacts',
        body: NewAudienceBody,
        response: { 201: AudienceAnswer },
      },
    },
    async (request, reply) => {
      const { name, description = null, contact_ids: contactIds = [] } = bodyOf(request, 'audience');
      const contactsOf = (workspace: string, ids: readonly string[]) =>
        contactsAmong(models.contacts, workspace, ids);
      const created = await createAudience(ledger, contactsOf, originOf(request), {
        name,
        description,
        contactIds,
      });
      const one = {
        store: ledger.store,
        collection: models.audiences,
        projection: audiences,
        stream: audience.stream(created.audienceId),
        key: created.audienceId,
      };
      const stored = await freshDocument(one, created.position, ledger.clock);
      if (stored === null) throw notFound('There is no such audience.');
      reply.code(201);
      return audienceAnswer(stored);
    },
  );
};

async function* answers(found: AsyncIterable<readonly Stored<AudienceDocument>[]>) {
  for await (const page of found) yield page.map(audienceAnswer);
}
