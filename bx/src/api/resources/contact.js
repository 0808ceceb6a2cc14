// src/api/resources/contact.ts
import { Type } from "../../../packages/typebox.js";
import { givenText, loadText, storeText } from "../../commands/kernel/storedText.js";
import {
  Answer,
  emailField,
  freeForm,
  instantAnswer,
  nextCursor,
  orNull,
  pageFields,
  uuidField
} from "../fields.js";
import { rawJson } from "../jsonText.js";
import { schemaReader } from "../reading/reader.js";
import { Closed, sizedChecker } from "../validation.js";
var CONTACT_PAGE = { max: 500, default: 100 };
var personName = (example) => Type.String({ maxLength: 100, examples: [example] });
var phone = () => Type.String({ maxLength: 40, examples: ["+4512345678"] });
var tags = () => Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, examples: [["customer"]] });
var customFields = () => freeForm({ examples: [{ plan: "gold" }] });
var ContactUpsert = Closed({
  email: emailField({ description: "The match key in the workspace, letter case aside." }),
  first_name: Type.Optional(orNull(personName("Ann"))),
  last_name: Type.Optional(orNull(personName("Berg"))),
  phone: Type.Optional(orNull(phone())),
  subscribed: Type.Optional(Type.Boolean({ description: "False: left out of campaigns." })),
  tags: Type.Optional(tags()),
  custom_fields: Type.Optional(customFields())
});
var readContact = schemaReader(
  ContactUpsert,
  ({ custom_fields: fields, ...body }) => ({
    ...body,
    ...fields !== void 0 && { custom_fields: givenText(JSON.stringify(fields)) }
  }),
  sizedChecker(ContactUpsert, "custom_fields")
);
var ContactQuery = Closed({
  ...pageFields(CONTACT_PAGE)
});
var ContactAnswer = Answer(
  "Contact",
  {
    id: uuidField(),
    email: emailField(),
    first_name: orNull(personName("Ann")),
    last_name: orNull(personName("Berg")),
    phone: orNull(phone()),
    subscribed: orNull(Type.Boolean()),
    tags: tags(),
    custom_fields: customFields(),
    created_at: instantAnswer(),
    updated_at: instantAnswer()
  },
  "The contact as it is stored."
);
var ContactPage = Answer(
  "ContactPage",
  { data: Type.Array(ContactAnswer), next_cursor: nextCursor() },
  "A page of contacts in the order of their creation."
);
async function contactFields(blobs, given) {
  return {
    email: given.email,
    ...given.first_name !== void 0 && { firstName: given.first_name },
    ...given.last_name !== void 0 && { lastName: given.last_name },
    ...given.phone !== void 0 && { phone: given.phone },
    ...given.subscribed !== void 0 && { subscribed: given.subscribed },
    ...given.tags !== void 0 && { tags: given.tags },
    ...given.custom_fields !== void 0 && {
      customFields: await storeText(blobs, given.custom_fields)
    }
  };
}
async function contactAnswer(blobs, { key, document }) {
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
    updated_at: document.updatedAt
  };
}
export {
  CONTACT_PAGE,
  ContactAnswer,
  ContactPage,
  ContactQuery,
  ContactUpsert,
  contactAnswer,
  contactFields,
  readContact
};
//# sourceMappingURL=contact.js.map
