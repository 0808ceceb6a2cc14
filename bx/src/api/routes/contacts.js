// src/api/routes/contacts.ts
import { saveContact } from "../../commands/email/saveContact.js";
import { contact } from "../../events/contact.js";
import { UUID_PATTERN } from "../../events/fieldPatterns.js";
import { contactPage, contacts } from "../../projections/contacts.js";
import { decodeCursor, encodeCursor } from "../cursor.js";
import { originOf } from "../origin.js";
import { bodyOf } from "../reading/bodyReaders.js";
import {
  CONTACT_PAGE,
  ContactAnswer,
  ContactPage,
  ContactQuery,
  ContactUpsert,
  contactAnswer,
  contactFields
} from "../resources/contact.js";
import { streamedAnswer } from "../streamedAnswer.js";
import { writtenDocument } from "../writtenDocument.js";
var tags = ["Contacts"];
var MAX_READ = 20;
var READ_CHARS = 32768;
var POSITION = /^\d{20}$/;
var ID = new RegExp(UUID_PATTERN);
var charsOf = ({ document: { customFields } }) => customFields !== null && "inline" in customFields ? customFields.inline.length : 1;
var contactRoutes = (app, { ledger, blobs, models }) => {
  app.get(
    "/v1/contacts",
    {
      config: { scope: "contact:read" },
      schema: {
        tags,
        operationId: "listContacts",
        summary: "List contacts",
        querystring: ContactQuery,
        response: { 200: ContactPage }
      }
    },
    (request, reply) => {
      const { workspace } = request.caller;
      const { limit = CONTACT_PAGE.default, cursor } = request.query;
      let next = cursor ?? null;
      const slices = async function* () {
        const read = (count) => {
          const place = decodeCursor(next ?? void 0, [POSITION, ID]);
          const after = place && { insertedAt: place[0], contactId: place[1] };
          return contactPage(models.contacts, workspace, count, after);
        };
        let size = 1;
        for (let left = limit; left > 0; ) {
          const count = Math.min(left, size);
          const found = await read(count);
          left -= count;
          size = Math.min(MAX_READ, Math.ceil(READ_CHARS / Math.max(1, ...found.map(charsOf))));
          for (const stored of found) yield [await contactAnswer(blobs, stored)];
          const last = found.at(-1);
          if (last !== void 0) next = encodeCursor([last.document.insertedAt, last.key]);
          if (found.length < count) {
            next = null;
            return;
          }
        }
        if ((await read(1)).length === 0) next = null;
      };
      return streamedAnswer(reply, {}, "data", slices(), () => ({ next_cursor: next }));
    }
  );
  app.post(
    "/v1/contacts",
    {
      config: { scope: "contact:write", reader: "contact" },
      schema: {
        tags,
        operationId: "saveContact",
        summary: "Create a contact or update the one with this address",
        body: ContactUpsert,
        response: { 200: ContactAnswer }
      }
    },
    async (request) => {
      const fields = await contactFields(blobs, bodyOf(request, "contact"));
      const { contactId, position } = await saveContact(ledger, originOf(request), fields);
      const stream = contact.stream(contactId);
      const one = { collection: models.contacts, projection: contacts, stream, key: contactId };
      return contactAnswer(blobs, await writtenDocument(ledger, one, position, "contact"));
    }
  );
};
export {
  contactRoutes
};
//# sourceMappingURL=contacts.js.map
