// src/sender/campaign/audienceContacts.ts
import { audience } from "../../events/audience.js";
import { contact } from "../../events/contact.js";
import { EventStoreUnavailable } from "../../ports/eventStore.js";
import { contacts } from "../../projections/contacts.js";
import { foldedDocument } from "../../runtime/fold/freshDocument.js";
var CONTACTS_AT_ONCE = 250;
async function* audienceContacts(store, collection, audienceId) {
  let missing = Number.POSITIVE_INFINITY;
  for (let fromRevision = 0; missing > 0; fromRevision++) {
    const [event] = await audience.read(store, audienceId, { fromRevision, limit: 1 });
    if (event === void 0)
      throw new EventStoreUnavailable(`the contacts of audience ${audienceId} cannot all be read yet`);
    if (event.type === "AudienceCreated") {
      missing = event.data.contactCount;
      continue;
    }
    const { contactIds } = event.data;
    missing -= contactIds.length;
    for (let from = 0; from < contactIds.length; from += CONTACTS_AT_ONCE) {
      const ids = contactIds.slice(from, from + CONTACTS_AT_ONCE);
      yield { ids, found: await contactsOf(store, collection, ids) };
    }
  }
}
async function contactsOf(store, collection, contactIds) {
  const stored = await collection.getMany(contactIds);
  const found = /* @__PURE__ */ new Map();
  for (const id of contactIds) {
    const stream = contact.stream(id);
    const one = stored.get(id) ?? await foldedDocument({ store, projection: contacts, stream, key: id });
    if (one !== null) found.set(id, one.document);
  }
  return found;
}
export {
  audienceContacts
};
//# sourceMappingURL=audienceContacts.js.map
