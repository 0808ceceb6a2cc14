// src/api/routes/audiences.ts
import { createAudience } from "../../commands/email/createAudience.js";
import { audience } from "../../events/audience.js";
import { audiences, listAudiences } from "../../projections/audiences.js";
import { contactsAmong } from "../../projections/contacts.js";
import { originOf } from "../origin.js";
import { bodyOf } from "../reading/bodyReaders.js";
import { AudienceAnswer, AudienceList, audienceAnswer, NewAudienceBody } from "../resources/audience.js";
import { streamedAnswer } from "../streamedAnswer.js";
import { writtenDocument } from "../writtenDocument.js";
var tags = ["Audiences"];
var audienceRoutes = (app, { ledger, models }) => {
  app.get(
    "/v1/audiences",
    {
      config: { scope: "campaign:read" },
      schema: {
        tags,
        operationId: "listAudiences",
        summary: "List audiences",
        response: { 200: AudienceList }
      }
    },
    (request, reply) => streamedAnswer(reply, {}, "data", answers(listAudiences(models.audiences, request.caller.workspace)))
  );
  app.post(
    "/v1/audiences",
    {
      config: { scope: "campaign:write", reader: "audience" },
      schema: {
        tags,
        operationId: "createAudience",
        summary: "Create an audience of up to 100,000 contacts",
        body: NewAudienceBody,
        response: { 201: AudienceAnswer }
      }
    },
    async (request, reply) => {
      const { name, description = null, contact_ids: contactIds = [] } = bodyOf(request, "audience");
      const contactsOf = (workspace, ids) => contactsAmong(models.contacts, workspace, ids);
      const fields = { name, description, contactIds };
      const { audienceId: key, position } = await createAudience(
        ledger,
        contactsOf,
        originOf(request),
        fields
      );
      const one = { collection: models.audiences, projection: audiences, stream: audience.stream(key), key };
      const stored = await writtenDocument(ledger, one, position, "audience");
      return reply.code(201).send(audienceAnswer(stored));
    }
  );
};
async function* answers(found) {
  for await (const page of found) yield page.map(audienceAnswer);
}
export {
  audienceRoutes
};
//# sourceMappingURL=audiences.js.map
