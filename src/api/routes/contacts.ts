import { saveContact } from '../../commands/email/saveContact.ts';
import { contact } from '../../events/contact.ts';
import { UUID_PATTERN } from '../../events/fieldPatterns.ts';
import type { Stored } from '../../ports/documents.ts';
import { type ContactDocument, contactPage, contacts } from '../../projections/contacts.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Routes } from '../dependencies.ts';
import { operationsOf } from '../operation.ts';
import { originOf } from '../origin.ts';
import { bodyOf } from '../reading/bodyReaders.ts';
import {
  CONTACT_PAGE,
  ContactAnswer,
  ContactPage,
  ContactQuery,
  ContactUpsert,
  contactAnswer,
  contactFields,
} from '../resources/contact.ts';
import { streamedAnswer } from '../streamedAnswer.ts';
import { writtenDocument } from '../writtenDocument.ts';

const operation = operationsOf('Contacts');
/** Read at a time, and so without a turn for other requests: one contact may have 64 KB of custom fields, or long ago more. */
const MAX_READ = 20;
const READ_CHARS = 32_768;
const POSITION = /^\d{20}$/;
const ID = new RegExp(UUID_PATTERN);

const charsOf = ({ document: { customFields } }: Stored<ContactDocument>): number =>
  customFields !== null && 'inline' in customFields ? customFields.inline.length : 1;

/** Spec section 4.3. */
export const contactRoutes: Routes = (app, { ledger, blobs, models }) => {
  app.get(
    '/v1/contacts',
    {
      config: { scope: 'contact:read' },
      schema: operation('listContacts', 'List contacts', {
        querystring: ContactQuery,
        response: { 200: ContactPage },
      }),
    },
    (request, reply) => {
      const { workspace } = request.caller;
      const { limit = CONTACT_PAGE.default, cursor } = request.query;
      let next: string | null = cursor ?? null;
      const slices = async function* () {
        const read = (count: number) => {
          const place = decodeCursor(next ?? undefined, [POSITION, ID]);
          const after = place && { insertedAt: place[0], contactId: place[1] };
          return contactPage(models.contacts, workspace, count, after);
        };
        // Their size is known only when they have been read: the next ones are taken to be as large as the largest of the last.
        let size = 1;
        for (let left = limit; left > 0; ) {
          const count = Math.min(left, size);
          const found = await read(count);
          left -= count;
          size = Math.min(MAX_READ, Math.ceil(READ_CHARS / Math.max(1, ...found.map(charsOf))));
          for (const stored of found) yield [await contactAnswer(blobs, stored)];
          const last = found.at(-1);
          if (last !== undefined) next = encodeCursor([last.document.insertedAt, last.key]);
          if (found.length < count) {
            next = null;
            return;
          }
        }
        if ((await read(1)).length === 0) next = null;
      };
      return streamedAnswer(reply, {}, 'data', slices(), () => ({ next_cursor: next }));
    },
  );

  app.post(
    '/v1/contacts',
    {
      config: { scope: 'contact:write', reader: 'contact' },
      schema: operation('saveContact', 'Create a contact or update the one with this address', {
        body: ContactUpsert,
        response: { 200: ContactAnswer },
      }),
    },
    async (request) => {
      const fields = await contactFields(blobs, bodyOf(request, 'contact'));
      const { contactId, position } = await saveContact(ledger, originOf(request), fields);
      const stream = contact.stream(contactId);
      const one = { collection: models.contacts, projection: contacts, stream, key: contactId };
      return contactAnswer(blobs, await writtenDocument(ledger, one, position, 'contact'));
    },
  );
};
