import { type Static, Type } from 'typebox';
import type { ContactFields } from '../../commands/email/saveContact.ts';
import { type GivenText, givenText, loadText, storeText } from '../../commands/kernel/storedText.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Stored } from '../../ports/documents.ts';
import type { ContactDocument } from '../../projections/contacts.ts';
import {
  Answer,
  emailField,
  freeForm,
  instantAnswer,
  nextCursor,
  orNull,
  pageFields,
  uuidField,
} from '../fields.ts';
import { rawJson } from '../jsonText.ts';
import { schemaReader } from '../reading/reader.ts';
import { Closed, sizedChecker } from '../validation.ts';

/** Contacts on a page (spec section 8). */
export const CONTACT_PAGE = { max: 500, default: 100 };

const personName = (example: string) => Type.String({ maxLength: 100, examples: [example] });
const phone = () => Type.String({ maxLength: 40, examples: ['+4512345678'] });
const tags = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, examples: [['customer']] });
const customFields = () => freeForm({ examples: [{ plan: 'gold' }] });

/** Body of `POST /v1/contacts` (spec section 2.4): absent fields stay as they were. */
export const ContactUpsert = Closed({
  email: emailField({ description: 'The match key in the workspace, letter case aside.' }),
  first_name: Type.Optional(orNull(personName('Ann'))),
  last_name: Type.Optional(orNull(personName('Berg'))),
  phone: Type.Optional(orNull(phone())),
  subscribed: Type.Optional(Type.Boolean({ description: 'False: left out of campaigns.' })),
  tags: Type.Optional(tags()),
  custom_fields: Type.Optional(customFields()),
});

/** The custom fields as text. */
export const readContact = schemaReader(
  ContactUpsert,
  ({ custom_fields: fields, ...body }) => ({
    ...body,
    ...(fields !== undefined && { custom_fields: givenText(JSON.stringify(fields)) }),
  }),
  sizedChecker(ContactUpsert, 'custom_fields'),
);

/** An upsert's body without fault. */
type ContactBody = Omit<Static<typeof ContactUpsert>, 'custom_fields'> & {
  readonly custom_fields?: GivenText;
};

export const ContactQuery = Closed(pageFields(CONTACT_PAGE));

export const ContactAnswer = Answer(
  'Contact',
  {
    id: uuidField(),
    email: emailField(),
    first_name: orNull(personName('Ann')),
    last_name: orNull(personName('Berg')),
    phone: orNull(phone()),
    subscribed: orNull(Type.Boolean()),
    tags: tags(),
    custom_fields: customFields(),
    created_at: instantAnswer(),
    updated_at: instantAnswer(),
  },
  'The contact as it is stored.',
);

export const ContactPage = Answer(
  'ContactPage',
  { data: Type.Array(ContactAnswer), next_cursor: nextCursor() },
  'A page of contacts in the order of their creation.',
);

export async function contactFields(blobs: Blobs, given: ContactBody): Promise<ContactFields> {
  return {
    email: given.email,
    ...(given.first_name !== undefined && { firstName: given.first_name }),
    ...(given.last_name !== undefined && { lastName: given.last_name }),
    ...(given.phone !== undefined && { phone: given.phone }),
    ...(given.subscribed !== undefined && { subscribed: given.subscribed }),
    ...(given.tags !== undefined && { tags: given.tags }),
    ...(given.custom_fields !== undefined && {
      customFields: await storeText(blobs, given.custom_fields),
    }),
  };
}

export async function contactAnswer(
  blobs: Blobs,
  { key, document }: Stored<ContactDocument>,
): Promise<Static<typeof ContactAnswer>> {
  const { customFields: fields } = document;
  return {
    id: key,
    email: document.email,
    first_name: document.firstName,
    last_name: document.lastName,
    phone: document.phone,
    subscribed: document.subscribed,
    tags: [...document.tags],
    custom_fields: fields === null ? {} : rawJson(await loadText(blobs, fields)),
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
}
