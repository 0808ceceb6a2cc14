// src/projections/contacts.ts
import { streamId } from "../events/category.js";
import { projection } from "../runtime/fold/projection.js";
var NOTHING_KNOWN = {
  firstName: null,
  lastName: null,
  phone: null,
  subscribed: null,
  tags: [],
  customFields: null
};
var contacts = projection({
  name: "contacts",
  version: 1,
  indexes: { byInsertion: ["workspace", "insertedAt"] },
  key: ({ stream }) => streamId(stream),
  on: {
    ContactSaved: (document, { data, position, metadata: { workspace, at } }) => {
      const before = document ?? { workspace, ...NOTHING_KNOWN, createdAt: at, insertedAt: position };
      return { ...before, ...data, updatedAt: at };
    }
  }
});
function contactPage(collection, workspace, limit, after) {
  return collection.page({
    index: "byInsertion",
    equals: [workspace],
    limit,
    ...after && { after: { values: [workspace, after.insertedAt], key: after.contactId } }
  });
}
async function contactsAmong(collection, workspace, contactIds) {
  const found = await collection.getMany(contactIds);
  return new Set(contactIds.filter((id) => found.get(id)?.document.workspace === workspace));
}
export {
  contactPage,
  contacts,
  contactsAmong
};
//# sourceMappingURL=contacts.js.map
